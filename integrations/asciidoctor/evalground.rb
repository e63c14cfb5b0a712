# Asciidoctor: marked listings become examples that readers can run.
#
#   [source,yaql,role=evalground,data='[1,2,3]']      asciidoctor -r ./evalground.rb -a evalground-site=https://…
#   ----
#   $.where($ > 1)
#   ----
#
#   [.evalground-output]
#   ----
#   [2, 3]
#   ----
#
# In addition to the role a block may have: dialect, expression, data, vars, inputs, options, … (JSON), file, editable,
# show, view, height, title. `evalground check-docs` reads the same blocks. With `-a evalground-command=evalground` the
# page contains the outputs of examples that show none.

require 'asciidoctor'
require 'asciidoctor/extensions'
require 'cgi'
require 'json'
require 'open3'
require 'tempfile'

module Evalground
  LANGUAGES = {
    # described: languages, by scripts/describe
    'unfurl' => ['unfurl', 'main.yaml'],
    'jinja2' => ['jinja2', 'main.j2'],
    'jinja' => ['jinja2', 'main.j2'],
    'j2' => ['jinja2', 'main.j2'],
    'html+jinja' => ['jinja2', 'main.j2'],
    'django' => ['jinja2', 'main.j2'],
    'ansible' => ['ansible', 'main.j2'],
    'yaml+jinja' => ['ansible', 'main.j2'],
    'yaql' => ['yaql', nil],
    'heat' => ['heat', 'main.yaml'],
    'hot' => ['heat', 'main.yaml'],
    'cfengine' => ['cfengine', 'main.cf'],
    'cfengine3' => ['cfengine', 'main.cf'],
    'cf3' => ['cfengine', 'main.cf'],
    'dcontroller' => ['dcontroller', 'main.yaml'],
    'delta-controller' => ['dcontroller', 'main.yaml'],
    # end
  }.freeze
  # described: marks, by scripts/describe
  PASSED = %w[
    data local vars inputs attributes classes env options limits seed
    dialect operation expression resource clock
    editable show hide view lines run loading height max-height theme mode expect depends label title id
  ].freeze
  # end

  # Adds a part of the next example, a file or the value of a key, to the attributes of its element.
  def self.add_part(parts, block)
    key = block.attr('key')
    if key == 'files' && block.attr?('file')
      (parts['files'] ||= {})[block.attr('file')] = "#{block.source}\n"
    elsif key != 'files' && PASSED.include?(key)
      parts[key] = block.source
    else
      warn "evalground: #{key == 'files' ? '"files" needs "file"' : "a workspace has no key \"#{key}\""}"
    end
  end

  def self.attributes(block, dialect, path, parts)
    path = block.attr('file') || path
    files = { **(path ? { path => "#{block.source}\n" } : {}), **(parts.delete('files') || {}) }
    words = parts.merge(PASSED.select { |name| block.attr?(name) }.to_h { |name| [name, block.attr(name)] })
    words['dialect'] = dialect
    words['title'] = block.title if block.title?
    words['expression'] = block.source unless path
    words['files'] = JSON.generate(files) unless files.empty?
    words
  end

  # The element. Its parts are attributes, so no source can end it or become markup.
  def self.element(block, output, examples)
    named = block.attr('dialect') || block.attr('language')
    dialect, path = LANGUAGES[named]
    unless dialect
      warn "evalground: the block needs a dialect: its language is \"#{named}\""
      return
    end

    words = attributes(block, dialect, path, examples)
    examples.clear
    inner = []
    # Shown to readers without JavaScript. The element has the role and the id.
    block.remove_role 'evalground'
    block.id = nil
    inner << block.convert
    output&.remove_role 'evalground-output'
    inner << %(<output slot="fallback">#{output.convert}</output>) if output
    given = words.map { |name, value| %( #{name}="#{CGI.escapeHTML(value)}") }.join
    "<evalground-embed#{given}>\n#{inner.join("\n")}\n</evalground-embed>"
  end

  class Examples < Asciidoctor::Extensions::TreeProcessor
    def process(document)
      return unless document.basebackend?('html')

      parts = {}
      document.find_by(context: :listing) { |block| block.role?('evalground') }.each do |block|
        if block.attr?('key')
          Evalground.add_part(parts, block)
          block.remove_role 'evalground' # for the page's script it is no example
          next
        end
        siblings = block.parent.blocks
        at = siblings.index { |sibling| sibling.equal?(block) }
        output = siblings[at + 1]
        output = nil unless output&.role?('evalground-output')
        html = Evalground.element(block, output, parts)
        next unless html

        siblings.delete_at(at + 1) if output
        siblings[at] = Asciidoctor::Block.new(block.parent, :pass, source: html, subs: [])
      end
      nil
    end
  end

  # Writes the outputs of examples that show none into the page, if the attribute evalground-command names the command.
  class Outputs < Asciidoctor::Extensions::Postprocessor
    def process(document, page)
      command = document.attr('evalground-command')
      return page unless command && document.basebackend?('html')

      Tempfile.create(['page', '.html']) do |file|
        file.write(page)
        file.close
        said, done = Open3.capture2e(command, 'check-docs', '--update', '--insert', '--allow-empty', file.path)
        warn "evalground: #{said}" unless done.success?
        File.read(file.path, encoding: 'UTF-8')
      end
    end
  end

  class Script < Asciidoctor::Extensions::DocinfoProcessor
    use_dsl
    at_location :head

    def process(document)
      site = document.attr('evalground-site', '/evalground').chomp('/')
      %(<script src="#{site}/embed.js" defer></script>)
    end
  end
end

Asciidoctor::Extensions.register(:evalground) do
  tree_processor Evalground::Examples
  docinfo_processor Evalground::Script
  postprocessor Evalground::Outputs
end
