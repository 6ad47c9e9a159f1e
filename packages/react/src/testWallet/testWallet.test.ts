import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build, createServer, type InlineConfig } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { testWallet } from './testWallet.ts'

/** Writes a developer's site of one page, with the plugin and the component. */
function writeSite() {
  const root = mkdtempSync(join(import.meta.dirname, '.site-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  writeFileSync(
    join(root, 'index.html'),
    '<html><head></head><body><script type="module" src="/main.ts"></script></body></html>',
  )
  writeFileSync(
    join(root, 'main.ts'),
    `import { renderToString } from 'react-dom/server'
    import { createElement } from 'react'
    import { TestWallet } from ${JSON.stringify(resolve(import.meta.dirname, 'TestWallet.tsx'))}
    document.title = renderToString(createElement(TestWallet))`,
  )
  return {
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [testWallet({ site: 'http://localhost:7400' })],
    build: { outDir: 'dist' },
  } as const satisfies InlineConfig
}

test('behavior: a page that vite serves for development loads the test wallet of npm start', async () => {
  const server = await createServer({ ...writeSite(), server: { middlewareMode: true } })
  onTestFinished(() => server.close())
  const html = await server.transformIndexHtml('/', '<html><head></head><body></body></html>')
  expect(html).toContain('<script defer src="http://localhost:7400/__latchkey-sandbox-wallet.js"></script>')
})

test('security: a production build contains no part of the test wallet, through the plugin or the component', async () => {
  const site = writeSite()
  // The runner sets `test`, which a build would inherit.
  const before = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  onTestFinished(() => {
    process.env.NODE_ENV = before
  })
  await build(site)
  const built = join(site.root, 'dist')
  const files = readdirSync(built, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(js|html)$/.test(file))
  expect(files.length).toBeGreaterThan(1)
  for (const file of files) {
    const text = readFileSync(join(built, file), 'utf8')
    expect(/.{0,40}(latchkey-sandbox-wallet|localhost:7|test-wallet).{0,40}/.exec(text)?.[0], file).toBe(undefined)
  }
})
