// Holds the direction of the arrows by the rules in `.dependency-cruiser.mjs`: between packages, between the folders of each, into features
// through their public files alone. No circle is there when the code runs; those of types may not become more.
import { existsSync } from 'node:fs'
import { cruiseImports } from '../lib/cruiseImports.mjs'
import { packages } from './data/folders.mjs'

/** Imports that are part of a circle of types. Lower the number when you remove one. */
const knownCircular = 138

const { problems, circularImports, count } = await cruiseImports()
for (const [home, { public: features = {} }] of Object.entries(packages))
  for (const [folder, names] of Object.entries(features))
    for (const name of names.split(' ').filter(Boolean))
      if (!['.ts', '.tsx', '.mjs', ''].some((ending) => existsSync(`${home}/src/${folder}/${name}${ending}`)))
        problems.push(`scripts/checks/data/folders.mjs: ${home}/src/${folder} has no ${name}`)
if (circularImports !== knownCircular)
  problems.push(
    `${circularImports} imports are part of a circle of types; ${knownCircular} are known, and may only become fewer`,
  )

for (const problem of problems) console.error(problem)
if (problems.length === 0) console.log(`Every import of ${count} files follows the rules.`)
process.exit(problems.length > 0 ? 1 : 0)
