// A child process that reports its readiness by one JSON line, and never outlives us. It has its own process group, so that Ctrl-C reaches
// us first and the end is orderly. It ends when its standard input closes.
import { spawn } from 'node:child_process'
import { createWriteStream, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'

/**
 * Starts a TypeScript or JavaScript file. Its standard output carries JSON lines `{"progress": …}` and `{"ready": …}`;
 * everything else goes to the log file. With `isBuilt` it runs in plain `node`, as in production; otherwise our packages resolve to their
 * sources. `flags` are Node's.
 */
export function startChild({
  name,
  file,
  args = [],
  env,
  logFile,
  isBuilt = false,
  flags = [],
  onProgress = () => {},
}) {
  mkdirSync(dirname(logFile), { recursive: true })
  const log = createWriteStream(logFile)
  const tail = []
  const note = (line) => {
    log.write(`${line}\n`)
    // The log has the stack; a person reads the message.
    if (/^\s+at |^\s*$/.test(line)) return
    tail.push(line)
    if (tail.length > 15) tail.shift()
  }
  const loader = file.endsWith('.ts') ? ['--import', 'tsx'] : []
  const ours = isBuilt ? [] : ['--conditions=dev', ...loader]
  const child = spawn(process.execPath, [...flags, ...ours, file, ...args], {
    env: { ...process.env, ...(isBuilt ? { NODE_OPTIONS: '' } : {}), ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  })
  child.stdin.on('error', () => {})
  const exited = new Promise((resolve) => child.once('exit', (code, signal) => resolve({ name, code, signal, tail })))
  const ready = new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      let message
      try {
        message = JSON.parse(line)
      } catch {}
      if (message?.progress) onProgress(message.progress)
      else if (message?.ready) resolve(message.ready)
      else note(line)
    })
    createInterface({ input: child.stderr }).on('line', note)
    child.once('error', reject)
    exited.then(({ code, signal }) => reject(new ChildEnded({ name, code, signal, tail, logFile })))
  })
  ready.catch(() => {})
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), 8000)
    await exited
    clearTimeout(timer)
  }
  return { name, pid: child.pid, ready, exited, stop, logFile }
}

/** A child ended before it was told to. */
class ChildEnded extends Error {
  /** Whether its port was taken by another process. */
  isPortTaken = false

  constructor({ name, code, signal, tail, logFile }) {
    const lines = tail.map((line) => `  ${plain(line)}`).join('\n')
    super(`The ${name} ended (${signal ?? `code ${code}`}). Its last words, the rest is in ${logFile}:\n${lines}`)
    this.isPortTaken = /EADDRINUSE|already in use|taken by another program/i.test(lines)
  }
}

// A structured log line as a person reads it.
function plain(line) {
  try {
    const { msg, err } = JSON.parse(line)
    return [msg, err?.message].filter(Boolean).join(': ') || line
  } catch {
    return line
  }
}
