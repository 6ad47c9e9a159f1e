// The figures of each folder: they may fall and never rise.

/** The folder whose figures a file counts towards: a package, an app, or a page of documentation. */
export function folderOf(path) {
  const workspace = /^(?:packages|apps)\/[^/]+/.exec(path)
  if (workspace) return workspace[0]
  if (path.startsWith('docs/') || (path.endsWith('.md') && !path.includes('/'))) return path
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : 'configuration'
}

const single = new Set(['nobody', 'whoever', 'what'])

/**
 * Counts the findings of each folder. Sentences over the soft limit are not counted: they are a warning.
 *
 * @param {readonly import('./measureProse.mjs').Sentence[]} sentences
 * @returns {Record<string, Record<string, number>>} by folder, without zeros
 */
export function countFolders(sentences) {
  const folders = new Map()
  for (const { path, findings } of sentences)
    for (const { rule, id } of findings) {
      if (rule === 'lengthy') continue
      const folder = folderOf(path)
      const counts = folders.get(folder) ?? {}
      const key = rule === 'phrase' ? (single.has(id) ? id : 'phrases') : rule === 'term' ? 'terms' : rule
      counts[key] = (counts[key] ?? 0) + 1
      folders.set(folder, counts)
    }
  const sorted = (entries) => Object.fromEntries([...entries].sort(([one], [other]) => (one < other ? -1 : 1)))
  return sorted([...folders].map(([folder, counts]) => [folder, sorted(Object.entries(counts))]))
}

/**
 * Compares the counts of today with the figures on file.
 *
 * @returns {{ worse: string[], better: string[], refused: string[] }} `refused`: the counts that have risen in the whole repository, so
 *   that the figures cannot be written. Text that moves from one folder to another only makes one of them worse.
 */
export function compareCounts(figures, counts) {
  const worse = []
  const better = []
  const totals = new Map()
  for (const folder of new Set([...Object.keys(figures), ...Object.keys(counts)]))
    for (const key of new Set([...Object.keys(figures[folder] ?? {}), ...Object.keys(counts[folder] ?? {})])) {
      const [before, now] = [figures[folder]?.[key] ?? 0, counts[folder]?.[key] ?? 0]
      totals.set(key, (totals.get(key) ?? 0) + now - before)
      if (now > before) worse.push(`${folder}: ${now} of "${key}", the figure is ${before}`)
      if (now < before) better.push(`${folder}: ${now} of "${key}", the figure is still ${before}`)
    }
  const refused = [...totals]
    .filter(([, change]) => change > 0)
    .map(([key, change]) => `"${key}" has risen by ${change} in the whole repository: rewrite the new sentences`)
  return { worse, better, refused }
}
