// `npm run kit:pack`: packs the kit into `dist/` for `npm install`: the packages for a site and its backends, with their dependencies.
import { mkdirSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { neededWorkspaces } from './lib/neededWorkspaces.mjs'
import { packLibrary } from './lib/packLibrary.mjs'
import { prepare } from './lib/prepare.mjs'
import { createProgress } from './lib/progress.mjs'

await prepare()
const folder = 'dist'
const needed = neededWorkspaces(['@latchkey/react', '@latchkey/wagmi', '@latchkey/verifier'])

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder)
const progress = createProgress('Packing the kit')
try {
  for (const { path, manifest } of needed) {
    progress.update(`Packing ${manifest.name}`)
    packLibrary({ path, destination: folder })
  }
  progress.done(`Packed ${needed.length} packages into ${folder}/`)
} catch (error) {
  progress.fail('The kit could not be packed')
  console.error(error.message)
  process.exit(1)
}
const place = relative(`${process.cwd()}/..`, process.cwd())
console.log(`\nIn the folder of your site, next to this one:  npm install ../${place}/${folder}/*.tgz`)
