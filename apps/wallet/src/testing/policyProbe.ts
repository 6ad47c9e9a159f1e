import { createWorkerPolicy } from '../worker/createWorkerPolicy.ts'
import { loadWorker } from '../worker/loadWorker.ts'

// Runs in a page under the wallet's CSP and reports which parts of it are enforced. The query names the worker to load and the URL to
// send to.
const query = new URLSearchParams(location.search)
const asset = { url: query.get('worker') ?? '', integrity: query.get('integrity') ?? '' }
const elsewhere = query.get('elsewhere') ?? ''

const results: Record<string, string> = {}
async function attempt(name: string, action: () => unknown): Promise<void> {
  try {
    results[name] = String(await action())
  } catch (error) {
    results[name] = error instanceof Error ? error.name : 'thrown'
  }
}

const policy = createWorkerPolicy({ window })
const ask = (worker: Worker) =>
  new Promise<string>((resolve) => {
    worker.addEventListener('message', ({ data }) => resolve(String(data)))
    worker.postMessage(elsewhere)
  })

await attempt('worker', async () => ask(await loadWorker({ asset, policy })))
await attempt('plainWorker', () => {
  new Worker(asset.url)
  return 'started'
})
await attempt('foreignBlob', () => {
  new Worker(URL.createObjectURL(new Blob(['postMessage(1)'])))
  return 'started'
})
await attempt('secondPolicy', () => {
  createWorkerPolicy({ window })
  return 'made'
})
await attempt('markup', () => {
  document.body.innerHTML = '<img src=x onerror=alert(1)>'
  return 'written'
})
await attempt('code', () => {
  // biome-ignore lint/security/noGlobalEval: that it is refused is what is asked
  const run = globalThis.eval
  return run('1+1')
})
await attempt('inlineScript', () => {
  const script = document.createElement('script')
  script.append('document.documentElement.dataset.inline = "ran"')
  document.head.append(script)
  return document.documentElement.dataset.inline ?? 'not run'
})
await attempt('send', async () => (await fetch(elsewhere)).status)
document.documentElement.dataset.results = JSON.stringify(results)
