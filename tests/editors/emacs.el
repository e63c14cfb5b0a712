;;; What a user of Emacs does, with `evalground lsp' behind it: run.mjs starts Emacs with this file.
;;; Works with Eglot 1.9 for Emacs 26.3 and later (Debian 12: emacs-nox and elpa-eglot), and with the Eglot of Emacs 30.
;;; -*- lexical-binding: t -*-

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

(defun hover-at-point ()
  (format "%S" (jsonrpc-request (eglot-current-server) :textDocument/hover (eglot--TextDocumentPositionParams))))
(defun visit (name)
  (find-file (expand-file-name name (getenv "EVALGROUND_FOLDER")))
  (when (eglot-current-server) (eglot--maybe-activate-editing-mode)))

;; Modes like those of the packages yaml-mode and jinja2-mode.
(define-derived-mode jinja2-mode text-mode "Jinja2")
(define-derived-mode yaml-mode text-mode "YAML")
(add-to-list 'auto-mode-alist '("\\.j2\\'" . jinja2-mode))
(add-to-list 'auto-mode-alist '("\\.yml\\'" . yaml-mode))
;; The recipe of docs/editors.md, word for word.
(with-temp-buffer
  (insert-file-contents (getenv "EVALGROUND_DOCUMENT"))
  (search-forward "\n## Emacs\n")
  (search-forward "```elisp\n")
  (delete-region (point-min) (point))
  (search-forward "```")
  (delete-region (match-beginning 0) (point-max))
  (eval-buffer))
;; The folder is the workspace.
(add-hook 'project-find-functions (lambda (_) (cons 'transient (getenv "EVALGROUND_FOLDER"))))

(visit "page.j2")
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
  (check "a hover explains a filter" (string-match-p "upper case" (hover-at-point)) (hover-at-point)))

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
  (visit "using.j2")
  (go 1 14)
  (let ((found (xref-backend-definitions 'eglot (xref-backend-identifier-at-point 'eglot))))
    (check "a definition in another file is gone to"
           (string-match-p "library\\.j2" (format "%S" found)) found)))

;; A repository of Ansible in the folder.
(attempt "a variable has its value for a host"
  (visit "ansible/roles/app/tasks/main.yml")
  (go 5 33)
  (check "a variable has its value for a host"
         (string-match-p "for `web1`: `81`, from `hosts`" (hover-at-point)) (hover-at-point)))

(visit "ansible/group_vars/web.yml")
(when (fboundp 'eglot-inlay-hints-mode)
  (defun hints ()
    (delq nil (mapcar (lambda (one) (and (overlay-get one 'eglot--inlay-hint)
                                         (or (overlay-get one 'before-string) (overlay-get one 'after-string))))
                      (overlays-in (point-min) (1+ (point-max))))))
  (eglot-inlay-hints-mode 1)
  ;; Emacs asks for the hints of what it shows, which is nothing here.
  (eglot--update-hints-1 (point-min) (point-max))
  (eventually "the value of a host is beside the line" #'hints
              (lambda (all) (and (= (length all) 1) (string-match-p "overridden in hosts: 81" (car all))))))

(attempt "a variable is renamed in another file"
  (go 1 1)
  (cl-letf (((symbol-function 'y-or-n-p) (lambda (_) t)))
    (eglot-rename "door"))
  (check "a variable is renamed" (string-match-p "^door: 80" (buffer-string)) (buffer-string))
  (visit "ansible/roles/app/tasks/main.yml")
  (check "a variable is renamed in another file" (string-match-p "{{ door |" (buffer-string)) (buffer-string)))

(let ((server (eglot-current-server)))
  (eglot-shutdown server)
  (check "the server ends" (not (jsonrpc-running-p server)) nil))

(princ (format "%d passed, %d failed\n" passed failed))
(kill-emacs (if (= failed 0) 0 1))
