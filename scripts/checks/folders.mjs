// Holds the order of the folders within each package: what a folder loads never loads that folder back. Types may point
// both ways, for they are gone when the code runs; in the packages named `withTypes` not even they do.
// `node scripts/checks/folders.mjs --graph` prints the arrows.
import { dirname, join } from 'node:path'
import { isDevelopment, sources } from '../lib/sources.mjs'

const assembly = '(assembly)'
const withTypes = ['packages/core']

/** For each package, which folder imports which, and a file that does so. */
const packages = new Map()
for (const { path, text } of sources()) {
  const home = /^((?:packages|apps)\/[^/]+)\/src\//.exec(path)?.[1]
  if (!home || isDevelopment(path)) continue
  for (const specifier of importsOf(text, { types: withTypes.includes(home) })) {
    const target = join(dirname(path), specifier)
    const [from, to] = [folderOf(home, path), folderOf(home, target)]
    if (!target.startsWith(`${home}/src/`) || from === to || from === assembly) continue
    const arrows = packages.get(home) ?? new Map()
    packages.set(home, arrows)
    const targets = arrows.get(from) ?? new Map()
    arrows.set(from, targets)
    if (!targets.has(to)) targets.set(to, path)
  }
}

const problems = []
for (const [home, arrows] of packages) {
  for (const circle of circles(arrows))
    problems.push(
      `${home}: ${circle.join(', ')} import one another:\n${circle
        .flatMap((from) =>
          [...(arrows.get(from) ?? [])]
            .filter(([to]) => circle.includes(to))
            .map(([to, path]) => `    ${from} → ${to}  ${path}`),
        )
        .join('\n')}`,
    )
}

if (process.argv.includes('--graph'))
  for (const [home, arrows] of packages) {
    console.log(`\n${home}`)
    for (const [from, targets] of [...arrows].sort())
      console.log(`  ${from} → ${[...targets.keys()].sort().join(', ')}`)
  }
for (const problem of problems) console.error(problem)
if (problems.length === 0) console.log('Every folder stands above or below its neighbours.')
process.exit(problems.length > 0 ? 1 : 0)

/** Files beside the folders put a package together: they may import all of it. */
function folderOf(home, path) {
  const inside = path.slice(`${home}/src/`.length)
  return inside.includes('/') && !inside.startsWith('exports/') ? inside.slice(0, inside.indexOf('/')) : assembly
}

/** The relative imports; without types those alone that are still there when the code runs. */
function importsOf(text, { types }) {
  return [
    ...text.matchAll(
      /(?:^|\n)\s*(?:import|export)\s+(type\s)?([^'"`;]*?)from\s+'(\.[^']+)'|(?:^|\n)\s*import\s+'(\.[^']+)'|import\(\s*'(\.[^']+)'\s*\)/g,
    ),
  ]
    .filter(([, type, names]) => types || !(type || /^\s*\{(\s*type\s[^,}]+,?)+\s*\}\s*$/.test(names ?? '')))
    .map((match) => match[3] ?? match[4] ?? match[5])
}

/** The groups of folders that reach each other (Tarjan's strongly connected components of more than one). */
function circles(arrows) {
  const order = new Map()
  const lowest = new Map()
  const stack = []
  const found = []
  const visit = (folder) => {
    order.set(folder, order.size)
    lowest.set(folder, order.get(folder))
    stack.push(folder)
    for (const next of arrows.get(folder)?.keys() ?? []) {
      if (!order.has(next)) visit(next)
      if (stack.includes(next)) lowest.set(folder, Math.min(lowest.get(folder), lowest.get(next)))
    }
    if (lowest.get(folder) !== order.get(folder)) return
    const circle = stack.splice(stack.indexOf(folder))
    if (circle.length > 1) found.push(circle)
  }
  for (const folder of arrows.keys()) if (!order.has(folder)) visit(folder)
  return found
}
