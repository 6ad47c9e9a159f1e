// Fails on any installed package whose license is not on the list. Shipped code and its dependencies have no exceptions. A development
// package can be named with its reason. license-checker reads the licenses, and npm lists the shipped packages.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import { init } from 'license-checker-rseidelsohn'
import { workspaces } from '../lib/workspaces.mjs'

const allowed = [
  'MIT',
  'Apache-2.0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'MIT-0',
  'Unlicense',
]

const developmentOnly = {
  '@axe-core/playwright': ['MPL-2.0', 'accessibility checks in tests'],
  'axe-core': ['MPL-2.0', 'accessibility checks in tests'],
  '@fontsource-variable/inter': ['OFL-1.1', 'the one font in which pictures are compared in tests'],
  lightningcss: ['MPL-2.0', 'CSS transforms inside Vite'],
  pako: ['(MIT AND Zlib)', 'unpacking inside a development tool'],
  argparse: ['Python-2.0', 'command line of development tools'],
  'spdx-exceptions': ['CC-BY-3.0', 'names of licenses, for this check'],
  'spdx-license-ids': ['CC0-1.0', 'names of licenses, for this check'],
  'spdx-ranges': ['(MIT AND CC-BY-3.0)', 'names of licenses, for this check'],
  '@uniswap/v2-core': [
    'GPL-3.0-or-later',
    'deployed as separate programs on the local chains, read from node_modules, never redistributed',
  ],
  '@uniswap/lib': ['GPL-3.0-or-later', 'as v2-core'],
  '@uniswap/v2-periphery': ['GPL-3.0-or-later', 'as v2-core'],
  '@uniswap/v3-core': ['BUSL-1.1', 'became GPL-2.0-or-later on 2023-04-01; as v2-core'],
  '@uniswap/v3-periphery': ['GPL-2.0-or-later', 'as v2-core'],
  '@uniswap/swap-router-contracts': ['GPL-2.0-or-later', 'as v2-core'],
  '@ensdomains/ens': ['CC0-1.0', 'as v2-core'],
  '@ensdomains/resolver': ['UNKNOWN', 'its manifest names none, its LICENSE file is BSD-2-Clause; as v2-core'],
}
/** Development tools, although they are workspaces with dependencies. */
const neverShips = ['.', 'bench', 'apps/adversary', 'packages/devnet']
const isOracle = (path) => /-oracle$|\/react-18$/.test(path)

// Newer versions forbid other relays. The last free ones are installed for tests alone.
const newestFree = { '@reown/walletkit': '1.2.10', '@walletconnect/': '2.21.8' }

const root = resolve('.')
const ships = findShipped()
const problems = []
const refused = await promisify(init)({
  start: root,
  excludePrivatePackages: true,
  excludeLicenses: allowed.join(','),
  // A license guessed from a file does not count.
  unknown: true,
})
for (const [id, { licenses, path }] of Object.entries(refused)) {
  const name = id.slice(0, id.lastIndexOf('@'))
  const exception = developmentOnly[name.startsWith('lightningcss') ? 'lightningcss' : name]
  const shipped = ships.has(relative(root, path))
  if (exception?.[0] !== licenses || shipped)
    problems.push(`${id}: license ${licenses}${shipped ? ', and it ships' : ''}`)
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
for (const [path, { version, link }] of Object.entries(packages)) {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  if (link || !/^@(reown|walletconnect)\//.test(name)) continue
  const newest = Object.entries(newestFree).find(([start]) => name.startsWith(start))?.[1]
  if (!newest || newest.localeCompare(version, 'en', { numeric: true }) < 0)
    problems.push(`${name}@${version} is not one of the free versions and must not be installed`)
  if (ships.has(path)) problems.push(`${name} is for tests alone, and it ships`)
}

for (const problem of problems) console.error(problem)
if (problems.length === 0) console.log(`Every installed package has a permitted license; ${ships.size} of them ship.`)
process.exit(problems.length > 0 ? 1 : 0)

/** The paths of the installed packages that shipped code needs at run time. */
function findShipped() {
  const shipped = workspaces().filter(({ path }) => !neverShips.includes(path) && !isOracle(path))
  const { status, stdout, stderr } = spawnSync(
    'npm',
    ['ls', '--omit=dev', '--omit=peer', '--all', '--parseable', ...shipped.flatMap(({ path }) => ['-w', path])],
    { encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 },
  )
  if (status !== 0) throw new Error(`npm ls failed:\n${stderr}`)
  return new Set(
    stdout
      .split('\n')
      .filter(Boolean)
      .map((path) => relative(root, path)),
  )
}
