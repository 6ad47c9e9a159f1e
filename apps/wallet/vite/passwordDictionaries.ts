import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

/** JSON for the password meter: common passwords and words, and adjacent keys. */
export function passwordDictionaries(): string {
  // The package exports the graphs inside a module namespace.
  const graphs = 'default' in adjacencyGraphs ? adjacencyGraphs.default : adjacencyGraphs
  return JSON.stringify({ dictionary, adjacencyGraphs: graphs })
}
