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
# show, view, height, title. `evalground check-docs` reads the same blocks.

require 'asciidoctor'
require 'asciidoctor/extensions'
require 'cgi'
require 'json'

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
  INPUTS = %w[data local vars inputs attributes classes env options limits].freeze
  PASSED = %w[operation expression resource editable show hide view lines run height theme].freeze

  def self.element(block, output)
    named = block.attr('dialect') || block.attr('language')
    dialect, path = LANGUAGES[named]
    return unless dialect

    words = { 'dialect' => dialect }
    PASSED.each { |name| words[name] = block.attr(name) if block.attr?(name) }
    words['title'] = block.title if block.title?
    words['expression'] = block.source unless path
    inputs = INPUTS.select { |name| block.attr?(name) }.to_h { |name| [name, JSON.parse(block.attr(name))] }
    inputs['files'] = { block.attr('file') || path => "#{block.source}\n" } if path
    parts = []
    # JSON without "<", so that no source can end the script element or become markup.
    inputs.each do |key, value|
      parts << %(<script type="application/json" data-key="#{key}">#{JSON.generate(value).gsub('<', '\u003c')}</script>)
    end
    # Shown to readers without JavaScript. The role is removed because the element has it.
    block.remove_role 'evalground'
    parts << block.convert
    output&.remove_role 'evalground-output'
    parts << %(<output slot="fallback">#{output.convert}</output>) if output
    given = words.map { |name, value| %( #{name}="#{CGI.escapeHTML(value)}") }.join
    "<evalground-embed#{given}>\n#{parts.join("\n")}\n</evalground-embed>"
  end

  class Examples < Asciidoctor::Extensions::TreeProcessor
    def process(document)
      return unless document.basebackend?('html')

      document.find_by(context: :listing) { |block| block.role?('evalground') }.each do |block|
        siblings = block.parent.blocks
        at = siblings.index { |sibling| sibling.equal?(block) }
        output = siblings[at + 1]
        output = nil unless output&.role?('evalground-output')
        html = Evalground.element(block, output)
        next unless html

        siblings.delete_at(at + 1) if output
        siblings[at] = Asciidoctor::Block.new(block.parent, :pass, source: html, subs: [])
      end
      nil
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
end
