// Fails on any installed package whose licence is not on the list. What ships (the workspaces named below, with all that
// they depend on) is held to the list without exception; what only runs at development time may be named, with its reason.
import { existsSync, readFileSync } from 'node:fs'

const shipped = [
  'packages/protocol',
  'packages/vault',
  'packages/clear-signing',
  'packages/smart-account',
  'packages/verifier',
  'packages/solana',
  'packages/bitcoin',
  'packages/walletconnect',
  'packages/core',
  'packages/react',
  'packages/wagmi',
  'packages/contracts',
  'packages/testkit',
  'apps/server',
  'apps/wallet',
  'apps/web',
  'apps/phone',
  'apps/subscription',
]

const allowed = new Set([
  'MIT',
  'Apache-2.0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'MIT-0',
  'Unlicense',
])
const developmentOnly = {
  '@axe-core/playwright': ['MPL-2.0', 'accessibility checks in tests'],
  'axe-core': ['MPL-2.0', 'accessibility checks in tests'],
  '@fontsource-variable/inter': ['OFL-1.1', 'the one font in which pictures are compared in tests'],
  lightningcss: ['MPL-2.0', 'CSS transforms inside Vite'],
  '@uniswap/lib': ['GPL-3.0-or-later', 'as v2-core'],
  pako: ['(MIT AND Zlib)', 'unpacking inside a development tool'],
  '@uniswap/v2-core': [
    'GPL-3.0-or-later',
    'deployed as separate programs on the local chains, read from node_modules, never redistributed',
  ],
  '@uniswap/v2-periphery': ['GPL-3.0-or-later', 'as v2-core'],
  '@uniswap/v3-core': ['BUSL-1.1', 'became GPL-2.0-or-later on 2023-04-01; as v2-core'],
  '@uniswap/v3-periphery': ['GPL-2.0-or-later', 'as v2-core'],
  '@uniswap/swap-router-contracts': ['GPL-2.0-or-later', 'as v2-core'],
  '@ensdomains/ens': ['CC0-1.0', 'as v2-core'],
  // Its manifest names none; its LICENSE file is BSD-2-Clause.
  '@ensdomains/resolver': [undefined, 'as v2-core'],
  'caniuse-lite': ['CC-BY-4.0', 'browser data for build tools'],
  argparse: ['Python-2.0', 'command line of development tools'],
}
// Newer versions of these forbid other relays. The last free ones are installed for tests alone, each by its exact version.
const forbidden = [/^@reown\//, /^@walletconnect\//]
const oracle = new Map(
  Object.entries({
    '@reown/walletkit': ['1.2.10'],
    '@walletconnect/auth-client': ['2.1.2'],
    '@walletconnect/core': ['2.21.8', '2.21.7', '2.17.1'],
    '@walletconnect/environment': ['1.0.1'],
    '@walletconnect/events': ['1.0.1'],
    '@walletconnect/heartbeat': ['1.2.2'],
    '@walletconnect/jsonrpc-provider': ['1.0.14'],
    '@walletconnect/jsonrpc-types': ['1.0.4'],
    '@walletconnect/jsonrpc-utils': ['1.0.8'],
    '@walletconnect/jsonrpc-ws-connection': ['1.0.16', '1.0.14'],
    '@walletconnect/keyvaluestorage': ['1.1.1'],
    '@walletconnect/logger': ['2.1.2'],
    '@walletconnect/relay-api': ['1.0.11'],
    '@walletconnect/relay-auth': ['1.1.0', '1.0.4'],
    '@walletconnect/safe-json': ['1.0.2'],
    '@walletconnect/sign-client': ['2.21.8', '2.21.7', '2.17.1'],
    '@walletconnect/sign-client-2.17': ['2.17.1'],
    '@walletconnect/time': ['1.0.2'],
    '@walletconnect/types': ['2.21.8', '2.21.7', '2.17.1'],
    '@walletconnect/utils': ['2.21.8', '2.21.7', '2.17.1'],
    '@walletconnect/web3wallet': ['1.16.1'],
    '@walletconnect/window-getters': ['1.0.1'],
    '@walletconnect/window-metadata': ['1.0.1'],
  }),
)

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const ships = closure(shipped)
const problems = []
let checked = 0
for (const [path, entry] of Object.entries(packages)) {
  if (!path.includes('node_modules/') || entry.link) continue
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  if (forbidden.some((pattern) => pattern.test(name))) {
    if (ships.has(path)) problems.push(`${name} is for tests alone, and it ships`)
    else if (!oracle.get(name)?.includes(entry.version))
      problems.push(`${name}@${entry.version} is not one of the free versions and must not be installed`)
  }
  const file = `${path}/package.json`
  const manifest = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : entry
  const licence = licenceOf(manifest) ?? entry.license
  checked++
  if (permitted(licence)) continue
  const group = name.startsWith('lightningcss') ? 'lightningcss' : name
  const exception = developmentOnly[group]
  if (exception && exception[0] === licence && !ships.has(path)) continue
  problems.push(`${name}@${entry.version}: licence ${licence ?? 'missing'}${ships.has(path) ? ', and it ships' : ''}`)
}

for (const problem of problems) console.error(problem)
if (problems.length === 0) console.log(`${checked} packages have a permitted licence; ${ships.size} of them ship.`)
process.exit(problems.length > 0 ? 1 : 0)

/** The installed packages that these workspaces need at run time, as paths in the lock file. */
function closure(roots) {
  const seen = new Set()
  const visit = (path) => {
    const { dependencies = {}, optionalDependencies = {} } = packages[path] ?? {}
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      let from = path
      let found
      while (!found) {
        const candidate = `${from ? `${from}/` : ''}node_modules/${name}`
        if (packages[candidate]) found = candidate
        else if (!from) break
        else from = from.includes('/') ? from.slice(0, from.lastIndexOf('/')) : ''
      }
      const target = packages[found]?.link ? packages[found].resolved : found
      if (!target || seen.has(target)) continue
      seen.add(target)
      visit(target)
    }
  }
  for (const root of roots) visit(root)
  return seen
}

function licenceOf({ license, licenses }) {
  if (typeof license === 'string') return license
  if (license?.type) return license.type
  return licenses?.map(({ type }) => type).join(' OR ')
}

/** An expression is permitted when one branch of each OR, and every part of an AND, is. */
function permitted(expression) {
  if (!expression) return false
  const text = expression.replace(/^\(|\)$/g, '')
  if (text.includes(' OR ')) return text.split(' OR ').some(permitted)
  if (text.includes(' AND ')) return text.split(' AND ').every(permitted)
  return allowed.has(text.trim())
}
