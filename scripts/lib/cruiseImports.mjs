import { resolve } from 'node:path'
import { cruise } from 'dependency-cruiser'
import rules from '../../.dependency-cruiser.mjs'

/** Loads its groups with `import()`, and they load it back only so that bundlers cut fewer chunks: never a circle while a page starts. */
const knownCircle = 'packages/react/src/modal/modalEntry.ts'

/**
 * Checks the imports of a checkout against the rules.
 *
 * @returns `problems`: one line for each import that breaks a rule or is part of a runtime circle. `circularImports`: the number of imports
 *   in any circle. `count`: the number of files.
 */
export async function cruiseImports({ folder = '.', within = ['packages', 'apps', 'bench', 'scripts'] } = {}) {
  const { forbidden, options } = rules
  const base = { ...options, baseDir: resolve(folder) }
  const resolution = options.enhancedResolveOptions
  const { output } = await cruise(within, { ...base, validate: true, ruleSet: { forbidden } }, resolution)
  const broken = output.summary.violations.filter(({ rule }) => rule.name !== 'circle')
  const circular = output.modules.flatMap(({ source, dependencies }) =>
    dependencies
      .filter(({ rules: found = [] }) => found.some(({ name }) => name === 'circle'))
      .map(({ resolved }) => ({ from: source, to: resolved })),
  )
  const files = new Set(circular.map(({ from }) => from).filter((file) => file !== knownCircle))
  const running = await findRunningCircles({ base, resolution, files: [...files] })
  return {
    problems: [
      ...broken.map(({ rule, from, to }) => `${from} → ${to}: ${rule.name}`),
      ...running.map(({ from, cycle }) => `${[from, ...cycle.map(({ name }) => name)].join(' → ')}: circle`),
    ],
    circularImports: circular.length,
    count: output.modules.filter(({ source }) => !source.includes('node_modules/')).length,
  }
}

/** Circles without types lie within those with types: reading these files again, compiled, finds them all. */
async function findRunningCircles({ base, resolution, files }) {
  if (files.length === 0) return []
  const only = files.map((file) => `^${file.replaceAll('.', String.raw`\.`)}$`)
  const ruleSet = { forbidden: [{ name: 'circle', severity: 'error', from: {}, to: { circular: true } }] }
  const parameters = { ...base, tsPreCompilationDeps: false, includeOnly: { path: only }, validate: true, ruleSet }
  const { output } = await cruise(files, parameters, resolution)
  return output.summary.violations
}
