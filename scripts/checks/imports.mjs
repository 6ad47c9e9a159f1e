// Holds the direction of the arrows: which package may import which, features of one another only through their public
// files, and nothing that ships may import the local world or the test wallets.
import { dirname, join } from 'node:path'
import { isDevelopment, sources } from '../lib/sources.mjs'

// `apps/adversary` is not in the list: it attacks the wallet and the server together, so it loads their sources and their test tools by path, and
// nothing may load it.
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
  'apps/subscription': ['protocol', 'core', 'react'],
  'packages/react': ['protocol', 'core', 'clear-signing'],
  'packages/wagmi': ['core'],
  'packages/testkit': ['protocol', 'walletconnect'],
  'packages/devnet': ['protocol', 'contracts'],
  'apps/server': ['protocol', 'contracts', 'smart-account', 'solana', 'bitcoin', 'verifier'],
  'apps/wallet': ['protocol', 'vault', 'clear-signing', 'smart-account', 'solana', 'bitcoin'],
  // The demo wallet is the virtual wallet of the testkit, with a screen.
  'apps/phone': ['protocol', 'clear-signing', 'walletconnect', 'testkit'],
  'apps/web': ['protocol', 'core', 'react', 'wagmi'],
}
const development = ['devnet', 'testkit', 'contracts', 'verifier', 'walletconnect', 'walletconnect-oracle']
const problems = []

for (const { path, text } of sources()) {
  const home = Object.keys(mayImport).find((folder) => path.startsWith(`${folder}/`))
  if (!home) continue
  for (const specifier of importsOf(text)) {
    if (specifier.startsWith('@latchkey/')) {
      const [, name, ...rest] = specifier.split('/')
      const permitted = mayImport[home].includes(name) || (isDevelopment(path) && development.includes(name))
      if (!permitted && home !== `packages/${name}`) problems.push(`${path}: ${home} may not import ${specifier}`)
      if (rest[0] === 'src' || rest[0] === 'dist')
        problems.push(`${path}: ${specifier} reaches past the package's entry`)
    } else if (specifier.startsWith('.')) {
      const target = join(dirname(path), specifier)
      // Tests share the scripts that start services; nothing else leaves its package by a path.
      if (!target.startsWith(`${home}/`) && !(isDevelopment(path) && target.startsWith('scripts/')))
        problems.push(`${path}: ${specifier} leaves ${home}; import the package by name`)
      if (!isDevelopment(path) && /\.test\.tsx?$|(^|\/)testing\//.test(target))
        problems.push(`${path}: what ships may not import ${specifier}`)
      platformStaysBelow(path, target)
      featuresKeepToThemselves(home, path, target)
      viewGroupsStandAlone(path, target)
    } else if (specifier === 'react' || specifier === 'react-dom' || specifier.startsWith('react/')) {
      if (!['packages/react', 'apps/web', 'apps/phone', 'apps/subscription'].includes(home))
        problems.push(`${path}: only packages/react, the site, the demo phone and the example app know React`)
    }
  }
}

// The server's infrastructure knows no capability.
function platformStaysBelow(path, target) {
  const base = 'apps/server/src/'
  if (!path.startsWith(`${base}platform/`) || isDevelopment(path)) return
  if (target.startsWith(base) && !target.startsWith(`${base}platform/`))
    problems.push(`${path}: platform/ may not import ${target}`)
}

// A feature of the kit never reaches into another's store: it uses the other's public type and functions.
function featuresKeepToThemselves(home, path, target) {
  if (home !== 'packages/core' || isDevelopment(path)) return
  const feature = (file) =>
    file.match(/^packages\/core\/src\/(connection|networks|balances|activity|send|modal|directory)\//)?.[1]
  const [from, to] = [feature(path), feature(target)]
  if (from && to && from !== to && /(Store|Reducer|State\.internal)\.ts$/.test(target))
    problems.push(`${path}: reaches into ${to}`)
}

// A group of views is a chunk of its own: what two of them share stands in ui/. The first two groups come with the modal.
function viewGroupsStandAlone(path, target) {
  if (isDevelopment(path)) return
  const group = (file) => file.match(/^packages\/react\/src\/views\/([^/]+)\//)?.[1]
  const [from, to] = [group(path), group(target)]
  if (from && to && from !== to && !['connect', 'account'].includes(to))
    problems.push(`${path}: views/${from} may not import ${target}`)
}

function importsOf(text) {
  return [
    ...text.matchAll(
      /(?:^|\n)\s*(?:import|export)\s[^'"`;]*?from\s+'([^']+)'|(?:^|\n)\s*import\s+'([^']+)'|import\(\s*'([^']+)'\s*\)/g,
    ),
  ].map((match) => match[1] ?? match[2] ?? match[3])
}

for (const problem of problems) console.error(problem)
if (problems.length === 0) console.log('Every import goes the right way.')
process.exit(problems.length > 0 ? 1 : 0)
