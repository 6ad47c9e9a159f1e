// Which file may import which. `node scripts/checks/imports.mjs` runs these rules. `scripts/checks/data/folders.mjs` has the folders of each
// package and their public files.
import { packages } from './scripts/checks/data/folders.mjs'

/** The imports that each package may make of others, by name. `apps/adversary` and `bench` load all of them by path; nothing loads those. */
const mayImport = {
  'packages/protocol': [],
  'packages/contracts': ['protocol'],
  'packages/vault': ['protocol'],
  'packages/solana': ['protocol'],
  'packages/bitcoin': ['protocol'],
  'packages/clear-signing': ['protocol', 'solana', 'bitcoin'],
  'packages/smart-account': ['protocol'],
  'packages/verifier': [],
  'packages/walletconnect': ['protocol'],
  'packages/core': ['protocol', 'clear-signing', 'walletconnect', 'solana', 'bitcoin'],
  'packages/react': ['protocol', 'core', 'clear-signing'],
  'packages/wagmi': ['core'],
  'packages/testkit': ['protocol', 'walletconnect'],
  'packages/devnet': ['protocol', 'contracts'],
  'apps/server': ['protocol', 'contracts', 'smart-account', 'solana', 'bitcoin', 'verifier'],
  'apps/wallet': ['protocol', 'vault', 'clear-signing', 'smart-account', 'solana', 'bitcoin'],
  // The demo wallet is the virtual wallet of the testkit, with a screen.
  'apps/phone': ['protocol', 'clear-signing', 'walletconnect', 'testkit'],
  'apps/web': ['protocol', 'core', 'react', 'wagmi'],
  'apps/subscription': ['protocol', 'core', 'react'],
}

/** Additional imports of tests and tools. */
const forTests = ['devnet', 'testkit', 'contracts', 'verifier', 'walletconnect', 'walletconnect-oracle']

/** Tests, their helpers, and tools: none of it ships. */
const development = [
  String.raw`\.(test|spec|bench|config)\.tsx?$`,
  '(^|/)(e2e|testing|gallery|test|vite)/',
  '^(scripts|bench|packages/(devnet|testkit)|apps/adversary)/',
  String.raw`^apps/[^/]+/[^/]+\.ts$`,
]
const testFiles = [String.raw`\.(test|spec)\.tsx?$`, '(^|/)(testing|test|e2e|gallery)/']
const anyPackage = '^(packages|apps|bench)/'
const group = (names) => `(${names.join('|').replaceAll('.', String.raw`\.`)})`

const betweenPackages = [
  ...Object.entries(mayImport).flatMap(([home, names]) => [
    {
      name: `arrows of ${home}`,
      severity: 'error',
      comment: 'Packages import one another in one direction.',
      from: { path: `^${home}/`, pathNot: development },
      to: { path: anyPackage, pathNot: [`^${home}/`, `^packages/${group(['-', ...names])}/`] },
    },
    {
      name: `arrows of tests of ${home}`,
      severity: 'error',
      comment: 'Tests use the local world and the test wallets, and nothing above their package.',
      from: { path: `^${home}/` },
      to: { path: anyPackage, pathNot: [`^${home}/`, `^packages/${group([...names, ...forTests])}/`] },
    },
  ]),
  {
    name: 'package by name',
    severity: 'error',
    comment: 'Nothing leaves its package by a path. Tests and tools share the scripts that start services.',
    from: { path: `^((?:packages|apps)/[^/]+)/`, pathNot: '^apps/adversary/' },
    to: { path: `${anyPackage}|^(scripts|vendor)/`, pathNot: ['^$1/', '^scripts/'], dependencyTypes: ['local'] },
  },
  {
    name: 'scripts are for tests',
    severity: 'error',
    from: { path: anyPackage, pathNot: development },
    to: { path: '^scripts/' },
  },
  {
    name: 'package by its entry',
    severity: 'error',
    comment: 'Another package is entered by what its manifest exports.',
    from: { path: '^(packages|apps)/' },
    to: {
      path: '^packages/',
      pathNot: ['^packages/[^/]+/src/exports/', '^packages/react/src/messages/languages/'],
      dependencyTypesNot: ['local'],
    },
  },
  {
    name: 'resolvable',
    severity: 'error',
    comment:
      'What is imported is there. The comparison of routers in bench runs with packages that are installed for it alone.',
    from: { path: '^(packages|apps|scripts|bench)/', pathNot: '^bench/src/router/smartOrderRouter' },
    to: { couldNotResolve: true, pathNot: '^virtual:' },
  },
]

const whatShips = [
  {
    name: 'no tests in what ships',
    severity: 'error',
    from: { pathNot: development },
    to: { path: testFiles, pathNot: 'node_modules' },
  },
  {
    name: 'no development dependencies in what ships',
    severity: 'error',
    comment: 'The compiler of the contracts runs at development time; its output is checked in.',
    from: { path: '^(packages|apps)/[^/]+/src/', pathNot: [...development, '^packages/contracts/src/compiler/'] },
    to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['npm-peer'] },
  },
  {
    name: 'React',
    severity: 'error',
    comment: 'Only packages/react, the site, the demo phone, the example app and the hosts of benchmarks know React.',
    from: { pathNot: '^(packages/react|apps/web|apps/phone|apps/subscription|bench)/' },
    to: { path: '(^|/)node_modules/(@types/)?react(-dom)?/' },
  },
]

const betweenFeatures = [
  {
    name: 'stores of the kit',
    severity: 'error',
    comment: "A feature never reaches into another's store: it uses the other's public type and functions.",
    from: { path: '^packages/core/src/([^/]+)/', pathNot: development },
    to: {
      path: String.raw`^packages/core/src/.*(Store|Reducer|State\.internal)\.ts$`,
      pathNot: ['^packages/core/src/$1/', '^packages/core/src/store/'],
    },
  },
  {
    name: 'groups of views',
    severity: 'error',
    comment:
      'A group of views is a separate chunk. The first two come with the modal; what others share stands in ui/.',
    from: { path: '^packages/react/src/views/([^/]+)/', pathNot: development },
    to: { path: '^packages/react/src/views/[^/]+/', pathNot: '^packages/react/src/views/($1|connect|account)/' },
  },
]

const circles = {
  name: 'circle',
  severity: 'info',
  comment: 'The check counts those of types, which may not grow, and refuses those that are there when the code runs.',
  from: { pathNot: development },
  to: { circular: true },
}

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...betweenPackages,
    ...whatShips,
    ...betweenFeatures,
    ...Object.entries(packages).flatMap(([home, folders]) => insidePackage(home, folders)),
    circles,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^packages/[^/]+/artifacts/', '(^|/)dist/', String.raw`(^|/)\.latchkey/`] },
    tsPreCompilationDeps: true,
    // No rule needs the transitive dependents of a file.
    skipAnalysisNotInRules: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['dev', 'import', 'node', 'default', 'types'],
    },
  },
}

/** The order of a package's folders, and the files by which its features are entered. */
function insidePackage(home, { order, types = false, vocabulary = '', public: doors = {} }) {
  const names = order.split(' ')
  const pathOf = (name) =>
    // A folder that holds others of the order is its own files alone.
    names.some((other) => other.startsWith(`${name}/`)) ? `^${home}/src/${name}/[^/]+$` : `^${home}/src/${name}/`
  const runtime = types ? {} : { dependencyTypesNot: ['type-only'] }
  const open = names.filter((name) => doors[name] === undefined)
  const entries = Object.entries(doors).map(
    ([name, files]) => `^${home}/src/${name}/${group(files.split(' '))}(\\.ts$|\\.tsx$|\\.mjs$|$)`,
  )
  return [
    ...names.slice(0, -1).map((name, place) => ({
      name: `order of ${home}: ${name}`,
      severity: 'error',
      comment: 'A folder loads those before it in the order and none behind it.',
      from: { path: pathOf(name), pathNot: development },
      to: { path: names.slice(place + 1).map(pathOf), ...runtime },
    })),
    {
      name: `place in ${home}`,
      severity: 'error',
      comment: 'Each folder has a place in the order.',
      from: { path: `^${home}/src/`, pathNot: development },
      to: { path: `^${home}/src/[^/]+/`, pathNot: [...names.map(pathOf), `^${home}/src/(exports|testing)/`] },
    },
    {
      name: `assembly of ${home}`,
      severity: 'error',
      comment: 'What puts the package together is loaded by no folder.',
      from: { path: `^${home}/src/(?!exports/)[^/]+/`, pathNot: development },
      to: {
        path: [`^${home}/src/[^/]+$`, `^${home}/src/exports/`],
        pathNot: String.raw`^${home}/src/${group(vocabulary.split(' '))}\.ts$`,
      },
    },
    ...(entries.length === 0
      ? []
      : [
          {
            name: `features of ${home}`,
            severity: 'error',
            comment: 'A feature is entered through its public files.',
            from: { path: `^${home}/src/((?:views/|pages/)?[^/]+)/`, pathNot: development },
            to: { path: `^${home}/src/[^/]+/`, pathNot: [`^${home}/src/$1/`, ...open.map(pathOf), ...entries] },
          },
          {
            name: `features of ${home}, from its assembly`,
            severity: 'error',
            comment: 'What puts the package together enters features through their public files, too.',
            from: { path: [`^${home}/src/[^/]+$`, `^${home}/src/exports/`], pathNot: development },
            to: {
              path: `^${home}/src/[^/]+/`,
              pathNot: [`^${home}/src/exports/`, ...open.map(pathOf), ...entries],
            },
          },
        ]),
  ]
}
