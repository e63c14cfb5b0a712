;;; What a user of Emacs does, with `evalground lsp' behind it: run.mjs starts Emacs with this file.
;;; Works with Eglot 1.9 for Emacs 26.3 and later (Debian 12: emacs-nox and elpa-eglot). -*- lexical-binding: t -*-

(require 'package)
(package-initialize)
(require 'eglot)
(require 'flymake)

(defvar passed 0)
(defvar failed 0)
(defvar patience 20) ; seconds until what is waited for counts as missing

(defun check (name holds shown)
  (if holds
      (setq passed (1+ passed))
    (setq failed (1+ failed))
    (princ (format "FAIL emacs: %s\n  %S\n" name shown))))

(defun eventually (name get holds)
  (let ((end (+ (float-time) patience)) last)
    (setq last (funcall get))
    (while (and (not (funcall holds last)) (< (float-time) end))
      (accept-process-output nil 0.05)
      (setq last (funcall get)))
    (check name (funcall holds last) last)))

(defmacro attempt (name &rest body)
  "Counts an error in BODY as a failure of NAME, so that the others are still checked."
  `(condition-case problem (progn ,@body) (error (check ,name nil problem))))

(defun messages () (mapcar #'flymake-diagnostic-text (flymake-diagnostics)))
(defun go (line column)
  (goto-char (point-min))
  (forward-line (1- line))
  (forward-char column))

(define-derived-mode jinja2-mode text-mode "Jinja2")
(add-to-list 'auto-mode-alist '("\\.j2\\'" . jinja2-mode))
(add-to-list 'eglot-server-programs `(jinja2-mode . (,(getenv "EVALGROUND") "lsp")))
;; The folder is the workspace.
(add-hook 'project-find-functions (lambda (_) (cons 'transient (getenv "EVALGROUND_FOLDER"))))

(find-file (expand-file-name "page.j2" (getenv "EVALGROUND_FOLDER")))
(let ((eglot-sync-connect t))
  (apply #'eglot--connect (eglot--guess-contact)))
(check "the server starts" (eglot-current-server) nil)

(flymake-mode 1)
(flymake-start)
(eventually "problems are shown" #'messages
            (lambda (all) (and (= (length all) 1) (string-match-p "uper" (car all)))))

(attempt "a quick fix is applied"
  (go 2 10)
  (cl-letf (((symbol-function 'completing-read) (lambda (_ all &rest _) (caar all))))
    (eglot-code-actions (point) (point) "quickfix" t))
  (check "a quick fix is applied" (string-match-p "{{ name | upper }}" (buffer-string)) (buffer-string)))
;; Emacs tells of a change once it is idle, which it never is here.
(eglot--signal-textDocument/didChange)
(eventually "and the problem is gone" #'messages #'null)

(attempt "a hover explains a filter"
  (go 2 11)
  (let ((hover (jsonrpc-request (eglot-current-server) :textDocument/hover (eglot--TextDocumentPositionParams))))
    (check "a hover explains a filter" (string-match-p "upper case" (format "%S" hover)) hover)))

(attempt "a variable is renamed where it is set and read"
  (go 2 4)
  (eglot-rename "person")
  (check "a variable is renamed where it is set and read"
         (and (string-match-p "{% set person" (buffer-string)) (string-match-p "{{ person | upper }}" (buffer-string)))
         (buffer-string)))

(attempt "words are completed"
  (goto-char (point-max))
  (insert "{{ person | lowe")
  (completion-at-point)
  (check "words are completed" (string-match-p "| lower" (buffer-string)) (buffer-string)))

(attempt "a definition in another file is gone to"
  (find-file (expand-file-name "using.j2" (getenv "EVALGROUND_FOLDER")))
  (eglot--maybe-activate-editing-mode)
  (go 1 14)
  (let ((found (xref-backend-definitions 'eglot (xref-backend-identifier-at-point 'eglot))))
    (check "a definition in another file is gone to"
           (string-match-p "library\\.j2" (format "%S" found)) found)))

(let ((server (eglot-current-server)))
  (eglot-shutdown server)
  (check "the server ends" (not (jsonrpc-running-p server)) nil))

(princ (format "%d passed, %d failed\n" passed failed))
(kill-emacs (if (= failed 0) 0 1))
