// Runs lint and types, and the tests of any suite that load a changed file. The journeys load everything, so they run with `npm test`
// only.
import { spawnSync } from 'node:child_process'
import { affectedWorkspaces } from './graph.mjs'
import { runStage } from './runStage.mjs'
import { stages } from './stages.mjs'

/**
 * Runs the stages and tests that changes since a commit affect.
 *
 * @param {{ since: string }} options a commit; `HEAD`: uncommitted changes
 * @returns {Promise<import('./runStage.mjs').Result[]>}
 */
export async function runChanged({ since }) {
  const paths = changedPaths(since)
  if (paths.length === 0) {
    console.log(`Nothing changed since ${since}`)
    return []
  }
  const own = new Set(paths.flatMap((path) => /^(?:packages|apps)\/[^/]+|^bench(?=\/)/.exec(path)?.[0] ?? []))
  const affected = affectedWorkspaces(own)
  // A change of the tools may change everything.
  const isOfAll = paths.some((path) =>
    /^(?:package(?:-lock)?\.json|vitest\.|tsconfig|scripts\/(?:lib|suite|services)\/)/.test(path),
  )
  const asked = stages.filter(
    ({ tier, of }) => ['fast', 'integration'].includes(tier) && (isOfAll || of.some((path) => affected.has(path))),
  )
  const results = []
  const suites = asked.filter(({ counts }) => counts === 'vitest')
  for (const stage of asked.filter(({ name, counts }) => !counts && name !== 'size'))
    results.push(await runStage(stage))
  for (const stage of suites) results.push(await runStage(stage, ['--changed', since, '--passWithNoTests']))
  return results
}

function changedPaths(since) {
  const git = (...parameters) => spawnSync('git', parameters, { encoding: 'utf8' }).stdout.split('\n').filter(Boolean)
  return [...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')]
}
