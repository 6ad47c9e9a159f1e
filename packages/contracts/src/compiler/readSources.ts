import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Folder of our Solidity sources. */
const solidityFolder = fileURLToPath(new URL('../../solidity/', import.meta.url))

/** Content of a source by its import path. */
export type Sources = ReadonlyMap<string, string>

const importPattern = /^\s*import\s[^;]*?["']([^"']+)["']\s*;/gm

/**
 * Reads our Solidity sources and everything they import.
 *
 * @returns all sources by import path; our own by file name
 */
export function readSources(): Sources {
  const sources = new Map<string, string>()
  const open = readdirSync(solidityFolder)
    .filter((file) => file.endsWith('.sol'))
    .sort()
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (sources.has(path)) continue
    const content = readFileSync(locate(path), 'utf8')
    sources.set(path, content)
    open.push(...importsOf({ path, content }))
  }
  return sources
}

/** Returns the import paths of a source and everything that it needs, sorted. */
export function closureOf({ sources, path }: { sources: Sources; path: string }): string[] {
  const found = new Set<string>()
  const open = [path]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (found.has(next)) continue
    found.add(next)
    open.push(...importsOf({ path: next, content: sources.get(next) ?? '' }))
  }
  return [...found].sort()
}

/** Returns the SHA-256 of a source, in hexadecimal digits. */
export function hashSource(content: string): string {
  return createHash('sha256').update(content).digest('hex')
}

function importsOf({ path, content }: { path: string; content: string }): string[] {
  return [...content.matchAll(importPattern)].map(([, target = '']) =>
    target.startsWith('.') ? join(path, '..', target) : target,
  )
}

function locate(path: string): string {
  return path.startsWith('@') ? createRequire(import.meta.url).resolve(path) : join(solidityFolder, path)
}
