// Every check and every suite, with its tier, its command and its inputs.
import { specifiedTests } from '../lib/specification.mjs'

/**
 * @typedef {object} Stage
 * @property {string} name
 * @property {'fast' | 'integration' | 'journeys' | 'full' | 'by name'} tier `npm test` runs the first three, `npm run test:full` the fourth; the last
 *   repeats others' tests, and runs only by name
 * @property {string[]} args for Node.js
 * @property {'vitest' | 'playwright' | 'forge'} [counts] the runner whose report has the number of tests; without: a check, which counts one
 * @property {number} [workers] of Playwright
 * @property {string | (() => readonly string[])} [only] a part of the names of its test files, or those files
 * @property {RegExp} [titles] of its tests in those files; the others do not count
 * @property {true | 'if installed'} [services] its own PostgreSQL and Redis; `true`: the stage is skipped without them
 * @property {boolean} [always] its result is never kept, because it depends on more than files
 * @property {boolean} [alone] it measures milliseconds: no other stage runs beside it
 * @property {Record<string, string>} [env]
 * @property {number} [node] the line of Node.js that runs it, if it is not the suite's
 * @property {readonly string[]} of the workspaces that are its inputs, together with their dependencies
 * @property {readonly string[]} [files] other inputs
 * @property {string} why its files take their time, for the list of the slowest
 */

const vitest = (...projects) => ({
  args: ['node_modules/vitest/vitest.mjs', 'run', ...projects.map((project) => `--project=${project}`)],
  counts: 'vitest',
})
const playwright = (...projects) => ({
  args: [
    ...['node_modules/@playwright/test/cli.js', 'test', '-c', 'apps/web/playwright.config.ts'],
    ...projects.map((project) => `--project=${project}`),
  ],
  counts: 'playwright',
})
const check = (name) => ({ args: [`scripts/checks/${name}.mjs`], why: 'it reads every source' })
const contracts = (script, ...parameters) => ({
  ...{ args: [`scripts/${script}.mjs`, ...parameters], counts: 'forge', of: ['packages/contracts'] },
  why: 'it plays random calls against compiled contracts',
})

/** The others walk through the built site. */
const isOfVitest = (file) => /\.test\.tsx?$/.test(file)

const sites = ['apps/phone', 'apps/subscription', 'apps/wallet', 'apps/web']
const world = ['apps/server', ...sites]
const everything = ['apps/adversary', 'bench', ...world]

/** Tests of which `npm test` plays a part of the cases, and `matrices` all. */
const shortened = [
  'bundler/kill.test.ts',
  'indexer/kill.test.ts',
  'treasury/kill.test.ts',
  'onramp/crashMatrix.test.ts',
  'server/src/bundle.test.ts',
  'server/src/flood.test.ts',
  'social/callbackFaults.test.ts',
  'social/providerFaults.test.ts',
  'social/redirectFaults.test.ts',
  'social/windowFaults.test.ts',
  'swap/journeys.test.ts',
  'swap/pools/sources.test.ts',
  'smart-account/src/paymaster/paymaster.chain.test.ts',
  'clear-signing/src/transaction/summarizeSwap.chain.test.ts',
]

/** In the order in which they begin: long ones first, so that the lanes end together. */
export const stages = /** @type {readonly Stage[]} */ ([
  {
    ...{ name: 'journeys', tier: 'journeys', ...playwright('journeys'), workers: 2, services: 'if installed' },
    ...{ of: world, why: 'it walks through the built site with a real browser and real chains' },
  },
  {
    ...{ name: 'server-postgres', tier: 'integration', ...vitest('server-services'), services: true },
    ...{ of: ['apps/server'], files: ['docs/runbooks/**'], why: 'it runs the real server on PostgreSQL and Redis' },
  },
  { name: 'unit', tier: 'fast', ...vitest('unit'), of: sites, files: ['docs/**'], why: 'it tries many cases' },
  { name: 'browser', tier: 'integration', ...vitest('browser'), of: sites, why: 'it draws in a real browser' },
  {
    name: 'types',
    tier: 'fast',
    ...tool('typescript7/bin/tsc', '-b', '--builders', '2', '--checkers', '1', '--pretty', 'false'),
    // The compiler ends before its memory matters: collecting it less often saves a fifth of its time.
    env: { GOGC: '400' },
    of: everything,
  },
  {
    ...{ name: 'server', tier: 'integration', ...vitest('server'), of: ['apps/server'] },
    ...{ files: ['docs/runbooks/**'], why: 'it runs the real server on the embedded database' },
  },
  {
    ...{ name: 'attackers', tier: 'integration', ...vitest('adversary'), services: 'if installed' },
    ...{
      env: { ADVERSARY_RUNS: '50' },
      of: ['apps/adversary'],
      why: 'it plays random attacks on the real wallet and server',
    },
  },
  { name: 'devnet', tier: 'integration', ...vitest('devnet'), of: ['packages/devnet'], why: 'it starts real chains' },
  { name: 'contracts', tier: 'integration', ...contracts('contracts') },
  {
    ...{ name: 'imports', tier: 'fast', of: everything, files: ['.dependency-cruiser.mjs'] },
    // It keeps all that it reads, so a small nursery is collected all the time.
    ...{ args: ['--max-semi-space-size=64', 'scripts/checks/imports.mjs'], why: 'it reads every source' },
  },
  {
    name: 'lint',
    tier: 'fast',
    ...tool('@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'),
    of: everything,
  },
  { name: 'unused', tier: 'fast', ...tool('knip/bin/knip.js'), of: everything },
  {
    name: 'size',
    tier: 'integration',
    ...check('size'),
    of: ['apps/wallet', 'bench'],
    why: 'it builds the wallet’s pages',
  },
  { name: 'lock', tier: 'fast', ...check('lock'), of: [] },
  {
    name: 'lockfile',
    tier: 'fast',
    ...tool('lockfile-lint/bin/lockfile-lint.js'),
    of: [],
    files: ['.lockfile-lintrc.json'],
  },
  { name: 'licenses', tier: 'fast', ...check('licenses'), of: [] },
  { name: 'files', tier: 'fast', ...check('files'), of: everything },
  { name: 'errors', tier: 'fast', ...check('errors'), of: ['packages/protocol'], files: ['docs/errors.md'] },
  { name: 'site', tier: 'fast', ...check('site'), of: ['apps/web'], files: ['docs/site.md'] },
  { name: 'reference', tier: 'fast', ...check('reference'), of: ['packages/react'], files: ['docs/reference/*.md'] },
  { name: 'threats', tier: 'fast', ...check('threats'), of: everything, files: ['docs/security.md'] },
  {
    name: 'specification',
    tier: 'fast',
    ...check('specification'),
    of: everything,
    files: ['docs/specification.md'],
  },
  { name: 'commits', tier: 'fast', ...check('commits'), of: [], always: true },
  { name: 'prose', tier: 'fast', ...check('prose'), of: everything, files: ['*.md', 'docs/**/*.md'] },

  {
    ...{ name: 'adversary', tier: 'full', ...vitest('adversary'), services: 'if installed', of: ['apps/adversary'] },
    ...{
      env: { ADVERSARY_RUNS: '2000', LATCHKEY_FUZZ: 'full' },
      why: 'it plays 2,000 random attacks on the real wallet and server',
    },
  },
  {
    // On Node.js 24, so that each version has played the whole.
    ...{ name: 'fuzz', tier: 'full', ...vitest('unit', 'server', 'server-services'), node: 24 },
    ...{ services: 'if installed', env: { LATCHKEY_FUZZ: 'full' }, of: world },
    why: 'it plays every case, and new random ones',
  },
  {
    ...{ name: 'e2e', tier: 'full', ...playwright('full'), of: world },
    why: 'it walks through the built site with a real browser and real chains',
  },
  {
    ...{ name: 'node-22', tier: 'full', ...vitest('unit'), node: 22, of: sites },
    why: 'it runs on Node.js 22',
  },
  { name: 'pictures', tier: 'full', ...vitest('pictures'), of: sites, why: 'it compares pictures in a real browser' },
  {
    ...{
      name: 'matrices',
      tier: 'full',
      ...vitest('unit', 'server', 'server-services', 'devnet'),
      only: ['.full.test.ts', ...shortened],
      services: true,
    },
    ...{ env: { LATCHKEY_FUZZ: 'full' }, of: world, why: 'it repeats one promise for every case' },
  },
  { name: 'contracts-mutants', tier: 'full', ...contracts('contractMutants') },
  {
    ...{ name: 'start', tier: 'full', ...vitest('start'), of: everything, files: ['README.md', 'docs/**'] },
    why: 'it runs npm start',
  },
  { name: 'contracts-full', tier: 'full', ...contracts('contracts', '--profile=full') },
  {
    ...{ name: 'faults', tier: 'full', ...playwright('faults'), services: 'if installed', of: world },
    why: 'it takes the world apart behind a real browser',
  },
  { name: 'packages', tier: 'full', ...check('packages'), of: sites, why: 'it packs every library' },
  { name: 'interop', tier: 'full', ...vitest('interop'), of: ['apps/server'], why: 'it runs other people’s clients' },
  {
    ...{ name: 'contract', tier: 'by name', ...vitest('unit', 'server', 'server-services', 'browser') },
    ...{ only: () => [...new Set([...specifiedTests().values()].flatMap((files) => [...files]))].filter(isOfVitest) },
    ...{ titles: /\bspec \d/, services: 'if installed', of: world, files: ['docs/specification.md'] },
    why: 'it holds every requirement of the specification',
  },
  {
    ...{ name: 'mutants', tier: 'by name', args: ['scripts/codeMutants.mjs'], counts: 'forge', of: world },
    why: 'it runs the tests of each mutant',
  },
  { name: 'timed', tier: 'full', ...playwright('timed'), alone: true, of: world, why: 'it counts milliseconds' },
])

function tool(path, ...parameters) {
  return { args: [`node_modules/${path}`, ...parameters], why: 'it reads every source' }
}
