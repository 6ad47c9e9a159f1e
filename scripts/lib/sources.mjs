import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Every TypeScript and JavaScript source that git knows or would add, with its text. */
export function sources() {
  return execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '-z', '--', '*.ts', '*.tsx', '*.mjs'],
    {
      encoding: 'utf8',
    },
  )
    .split('\0')
    .filter(Boolean)
    .flatMap((path) => {
      try {
        return [{ path, text: readFileSync(path, 'utf8') }]
      } catch {
        return [] // deleted but not yet committed
      }
    })
}
