import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

/** JSON of what the password meter reads: common passwords and words, and which keys are neighbours. */
export function passwordDictionaries(): string {
  // The package exports the graphs as a module namespace around them.
  const graphs = 'default' in adjacencyGraphs ? adjacencyGraphs.default : adjacencyGraphs
  return JSON.stringify({ dictionary, adjacencyGraphs: graphs })
}
