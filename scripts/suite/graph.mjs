// The task graph of the suite, which wireit reads from the package.json beside this file. `node scripts/suite/graph.mjs --write` writes it.
// Without `--write` it checks that the graph matches the stages and the manifests of the workspaces.
import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { workspaces } from '../lib/workspaces.mjs'
import { stages } from './stages.mjs'

/** Inputs of every stage. */
const always = ['package.json', 'package-lock.json', 'tsconfig*.json', 'vitest.*.ts', 'scripts/**', 'vendor/**']
/** Outputs of a stage. */
const made = ['!scripts/suite/results/**', '!**/.wireit/**', '!**/node_modules/**', '!**/dist/**', '!**/.cache/**']
const place = new URL('package.json', import.meta.url)
const fromHere = (files) => files.map((file) => file.replace(/^!?/, '$&../../'))

/** The content for wireit: the sources of each workspace, and the stages that run when theirs have changed. */
export function wireitGraph() {
  const all = workspaces().filter(({ path }) => path !== '.')
  const pathOf = new Map(all.map(({ path, manifest }) => [manifest.name, path]))
  const sources = all.map(({ path, manifest }) => {
    const needs = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.peerDependencies }
    const below = Object.keys(needs).flatMap((name) => pathOf.get(name) ?? [])
    return [
      `sources:${path}`,
      {
        files: fromHere([`${path}/**`, ...made]),
        dependencies: [...new Set(below)].sort().map((one) => `sources:${one}`),
      },
    ]
  })
  const runs = stages.map(({ name, of, files = [], always: isFresh }) => [
    `stage:${name}`,
    {
      command: `node runStage.mjs ${name}`,
      // Without inputs wireit runs it each time.
      ...(isFresh ? {} : { files: fromHere([...always, ...files, ...made]), output: [`results/${name}.json`] }),
      dependencies: of.map((path) => `sources:${path}`),
    },
  ])
  return Object.fromEntries([...sources, ...runs])
}

/** The workspaces that a change of some of them may change. */
export function affectedWorkspaces(paths) {
  const graph = wireitGraph()
  const affected = new Set(paths)
  const names = Object.keys(graph).filter((name) => name.startsWith('sources:'))
  for (const path of affected)
    for (const name of names)
      if (graph[name].dependencies.includes(`sources:${path}`)) affected.add(name.slice('sources:'.length))
  return affected
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const wireit = wireitGraph()
  const scripts = Object.fromEntries(Object.keys(wireit).map((name) => [name, 'wireit']))
  const manifest = { name: 'latchkey-suite', private: true, type: 'module', scripts, wireit }
  const text = `${JSON.stringify(manifest, null, 2)}\n`
  if (process.argv.includes('--write')) writeFileSync(place, text)
  else if (JSON.stringify(JSON.parse(readFileSync(place, 'utf8'))) !== JSON.stringify(manifest)) {
    console.error('The task graph has changed. Run node scripts/suite/graph.mjs --write')
    process.exit(1)
  }
}
