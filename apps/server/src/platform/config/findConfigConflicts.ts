import { describeOriginIssue } from './originMatcher.ts'
import type { ServerConfig } from './ServerConfig.ts'

/** Finds what no single field shows: two chains or projects with one id, origins that mean nothing. One sentence each. */
export function findConfigConflicts(config: ServerConfig): string[] {
  return [
    ...findTwins(config.chains.map(({ chainId }) => chainId)).map(
      ([first, second, id]) =>
        `chains[${second}].chainId: found "${id}", which chains[${first}] has already; expected a chain only once. Merge the two.`,
    ),
    ...findTwins(config.projects.map(({ id }) => id)).map(
      ([first, second, id]) =>
        `projects[${second}].id: found "${id}", which projects[${first}] has already; expected an id of its own. Give it a new one.`,
    ),
    ...config.projects.flatMap(({ origins }, project) =>
      origins.flatMap((origin, index) => {
        const issue = describeOriginIssue(origin)
        return issue ? [`projects[${project}].origins[${index}]: found "${origin}"; ${issue}. Change it.`] : []
      }),
    ),
  ]
}

function findTwins(ids: readonly string[]): [first: number, second: number, id: string][] {
  return ids.flatMap((id, index): [number, number, string][] => {
    const first = ids.indexOf(id)
    return first < index ? [[first, index, id]] : []
  })
}
