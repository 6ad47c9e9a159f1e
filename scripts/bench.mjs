// `npm run bench`: every benchmark, each figure beside its limit or peer. `npm run bench -- modal` runs the named ones,
// `npm run bench -- --results` writes bench/RESULTS.md from the last run of each.
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { prepare } from './lib/prepare.mjs'

await prepare({ chromium: true })

const all = readdirSync('bench/src')
  .filter((name) => name.endsWith('.bench.ts'))
  .map((name) => name.replace('.bench.ts', ''))
const parameters = process.argv.slice(2)
const wanted = parameters.filter((name) => name !== '--results')
const unknown = wanted.filter((name) => !all.includes(name))
if (unknown.length > 0) {
  console.error(`There is no benchmark called ${unknown.join(', ')}. There are: ${all.join(', ')}.`)
  process.exit(1)
}
const isResults = parameters.includes('--results')
const files = (wanted.length > 0 || isResults ? wanted : all).map((name) => `${name}.bench.ts`)
if (isResults) files.push('results.ts')
let failed = false
for (const file of files) {
  const code = await new Promise((resolve) =>
    spawn(process.execPath, ['--conditions=dev', '--import', 'tsx', `bench/src/${file}`], { stdio: 'inherit' }).once(
      'exit',
      resolve,
    ),
  )
  if (code !== 0) failed = true
}
process.exit(failed ? 1 : 0)
