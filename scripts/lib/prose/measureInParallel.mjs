import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { measureProse } from './measureProse.mjs'

/**
 * Measures files on two threads, because the check reads the whole repository.
 *
 * @param {readonly { path: string, text: string }[]} files
 * @returns {ReturnType<typeof measureProse>} in the order of the files
 */
export async function measureInParallel(files) {
  if (files.length < 200) return measureProse(files)
  const half = findHalf(files)
  const worker = new Worker(new URL(import.meta.url), { workerData: files.slice(half) })
  const others = new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
  const [first, second] = await Promise.all([measureProse(files.slice(0, half)), others])
  return [...first, ...second]
}

/** The first file behind the middle of the text. */
function findHalf(files) {
  const total = files.reduce((sum, { text }) => sum + text.length, 0)
  let sum = 0
  return files.findIndex(({ text }) => {
    sum += text.length
    return sum > total / 2
  })
}

if (!isMainThread && workerData) parentPort.postMessage(await measureProse(workerData))
