// `npm run kit:pack`: the kit as packages in `dist/`, which `npm install` takes: what a site and its backends need, and what that needs.
import { mkdirSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { packLibrary } from './lib/packLibrary.mjs'
import { prepare } from './lib/prepare.mjs'
import { createProgress } from './lib/progress.mjs'
import { workspaces } from './lib/workspaces.mjs'

await prepare()
const folder = 'dist'
const libraries = new Map(workspaces().map((workspace) => [workspace.manifest.name, workspace]))
const needed = new Set()
const need = (name) => {
  if (needed.has(name)) return
  for (const dependency of Object.keys(libraries.get(name).manifest.dependencies ?? {}))
    if (libraries.has(dependency)) need(dependency)
  needed.add(name)
}
for (const name of ['@latchkey/react', '@latchkey/wagmi', '@latchkey/verifier']) need(name)

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder)
const progress = createProgress('Packing the kit')
try {
  for (const name of needed) {
    progress.update(`Packing ${name}`)
    packLibrary({ path: libraries.get(name).path, destination: folder })
  }
  progress.done(`Packed ${needed.size} packages into ${folder}/`)
} catch (error) {
  progress.fail('The kit could not be packed')
  console.error(error.message)
  process.exit(1)
}
const place = relative(`${process.cwd()}/..`, process.cwd())
console.log(`\nIn the folder of your site, beside this one:  npm install ../${place}/${folder}/*.tgz`)
