import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { affectedWorkspaces, wireitGraph } from './graph.mjs'

const graph = wireitGraph()

test('default: the task graph of wireit matches the stages and manifests', () => {
  const { wireit } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'))
  expect(wireit).toStrictEqual(JSON.parse(JSON.stringify(graph)))
})

test('behavior: a change affects only its dependents', () => {
  expect([...affectedWorkspaces(new Set(['packages/react']))].sort()).toStrictEqual([
    'apps/subscription',
    'apps/web',
    'bench',
    'packages/react',
  ])
  expect(affectedWorkspaces(new Set(['packages/protocol'])).has('apps/server')).toBe(true)
  expect(affectedWorkspaces(new Set(['docs']))).toStrictEqual(new Set(['docs']))
})

test('behavior: every stage except that of commits depends on the lock file and on its workspaces', () => {
  for (const [name, { files, dependencies }] of Object.entries(graph)) {
    if (!name.startsWith('stage:')) continue
    if (name === 'stage:commits') expect(files).toBeUndefined()
    else expect(files, name).toContain('../../package-lock.json')
    for (const dependency of dependencies) expect(graph, name).toHaveProperty([dependency])
  }
})
