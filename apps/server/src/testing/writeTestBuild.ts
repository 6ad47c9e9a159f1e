import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const digest = (name: 'sha256' | 'sha384', text: string) => `${name}-${createHash(name).update(text).digest('base64')}`

/** Writes small pages in the format of a build of `apps/wallet`. @returns the folder, and the files with their contents */
export function writeTestBuild() {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-pages-'))
  const style = 'body{margin:0}'
  const script = `// ${'frame '.repeat(200)}`
  const assets = {
    'assets/frame-aaaaaaaaaaaa.js': script,
    'assets/words-bbbbbbbbbbbb.txt': 'abandon\nability',
    'assets/messages-en-cccccccccccc.json': '{}',
  }
  const html = (name: string) => `<!doctype html><title>${name}</title><style>${style}</style>`
  const page = (name: string, usesWorker: boolean) => ({
    file: `${name}.html`,
    integrity: digest('sha384', html(name)),
    scriptHashes: [digest('sha384', script)],
    styleHashes: [digest('sha256', style)],
    usesWorker,
  })
  const manifest = {
    release: digest('sha384', 'release'),
    pages: {
      frame: page('frame', true),
      window: page('window', false),
      mail: page('mail', false),
      popup: page('popup', false),
    },
    routes: {
      '/frame': 'frame',
      '/w/approve': 'window',
      '/w/unlock': 'window',
      '/w/recover': 'window',
      '/w/security': 'window',
      '/w/export': 'window',
      '/w/protect': 'window',
      '/w/device': 'mail',
      '/w/undo': 'mail',
      '/w/login': 'mail',
      '/w/rotation': 'mail',
      '/w/return': 'mail',
      '/popup/oauth': 'popup',
      '/popup/done': 'popup',
    },
    assets: Object.fromEntries(Object.entries(assets).map(([path, text]) => [path, digest('sha384', text)])),
  }
  mkdirSync(join(folder, 'assets'))
  for (const name of ['frame', 'window', 'mail', 'popup']) writeFileSync(join(folder, `${name}.html`), html(name))
  for (const [path, text] of Object.entries(assets)) writeFileSync(join(folder, path), text)
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest))
  return { folder, manifest, script, html }
}
