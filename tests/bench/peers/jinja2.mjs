// The templates of ../jinja2.json on nunjucks, on minijinja-js and on the wasm module, in one run. Installs the peers under
// build/peers. Usage: node tests/bench/peers/jinja2.mjs
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { benchmarks, documents, median, rowsOf } from '../jinja2.mjs';

const folder = new URL('../../../build/peers/', import.meta.url);
mkdirSync(folder, { recursive: true });
if (!existsSync(new URL('node_modules/nunjucks', folder))) {
  execFileSync('npm', ['install', '--no-save', '--silent', 'nunjucks@3.2.4', 'minijinja-js@2'], { cwd: folder, stdio: 'inherit' });
}
const require = createRequire(folder);
const nunjucks = require('nunjucks');
const minijinja = require('minijinja-js');

const times = Object.fromEntries((await benchmarks()).map(({ name, real_time: time }) => [name.slice(6), { 'wasm, whole': time }]));
for (const [name, document] of Object.entries(documents)) {
  const rows = rowsOf(document);
  const files = { main: document.template, ...document.files };
  const Loader = nunjucks.Loader.extend({ getSource: (path) => ({ src: files[path], path, noCache: false }) });
  const nunjucksEnvironment = new nunjucks.Environment(new Loader(), { autoescape: false });
  const template = nunjucks.compile(document.template, nunjucksEnvironment);
  const miniEnvironment = new minijinja.Environment();
  for (const [path, text] of Object.entries(files)) miniEnvironment.addTemplate(path, text);
  times[name] = {
    ...times[name],
    'nunjucks, render': median(() => template.render({ rows })),
    'nunjucks, compile': median(() => new nunjucks.Template(document.template, nunjucksEnvironment, 'main', true)),
    'minijinja, render': median(() => miniEnvironment.renderTemplate('main', { rows })),
    'minijinja, compile': median(() => new minijinja.Environment().addTemplate('main', document.template)),
  };
}
console.table(times);
