import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'

// Prints what a page with the button loads, and what comes later, gzip, by chunk:
// node --conditions=dev --import tsx packages/react/gallery/measure.ts
const source = fileURLToPath(new URL('../src/exports/index.ts', import.meta.url))
const core = fileURLToPath(new URL('../../core/src/exports/networks.ts', import.meta.url))
const pages = {
  react: `import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
createRoot(document.body).render(createElement('button', null, 'Connect'))`,
  kit: `import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { ConnectButton, LatchkeyProvider } from ${JSON.stringify(source)}
import { ethereum } from ${JSON.stringify(core)}
const config = { projectId: '0'.repeat(32), apiUrl: 'https://api.example', networks: [ethereum], metadata: { name: 'A', url: 'https://a.example' } }
createRoot(document.body).render(createElement(LatchkeyProvider, { config }, createElement(ConnectButton)))`,
}

async function measure(code: string): Promise<{ name: string; isEntry: boolean; gzip: number }[]> {
  // Inside the package, so that its dependencies resolve.
  const folder = await mkdtemp(fileURLToPath(new URL('./.measure-', import.meta.url)))
  try {
    await writeFile(join(folder, 'index.html'), '<script type="module" src="./main.js"></script>')
    await writeFile(join(folder, 'main.js'), code)
    const result = await build({
      root: folder,
      configFile: false,
      logLevel: 'error',
      resolve: { conditions: ['dev', 'module', 'browser', 'production'] },
      build: { write: false, modulePreload: { polyfill: false } },
    })
    const outputs = (Array.isArray(result) ? result : [result]).flatMap((one) => ('output' in one ? one.output : []))
    return outputs.flatMap((file) =>
      file.type === 'chunk' ? [{ name: file.name, isEntry: file.isEntry, gzip: gzipSync(file.code).length }] : [],
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const sum = (files: readonly { gzip: number }[]) => files.reduce((total, { gzip }) => total + gzip, 0)
const bare = await measure(pages.react)
const kit = await measure(pages.kit)
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1).padStart(7)} kB`
console.log(`${kilobytes(sum(bare))}  bare React page`)
for (const file of kit.sort((a, b) => b.gzip - a.gzip)) {
  console.log(`${kilobytes(file.gzip)}  ${file.name}${file.isEntry ? ' (entry)' : ''}`)
}
