import { type CallPort, callPort } from './callPort.ts'
import type { KeyWorkerCalls } from './KeyWorkerCalls.ts'

const names = [
  'prepare',
  'create',
  'unlock',
  'blindPassword',
  'checkPassword',
  'recover',
  'openOffline',
  'lockBox',
  'unlockBox',
  'reload',
  'split',
  'proveControl',
  'claimControl',
  'proveReturn',
  'checkReturn',
  'createBackupCode',
  'addFactor',
  'removeFactor',
  'rotate',
  'importKey',
  'commit',
  'discard',
  'signDigest',
  'signTransaction',
  'signDelegation',
  'signFamily',
  'smartAccount',
  'exportMnemonic',
  'exportPrivateKey',
  'exportKeystore',
  'startTransfer',
  'checkTransfer',
  'sealTransfer',
  'answerTransfer',
  'finishTransfer',
  'lock',
] as const satisfies readonly (keyof KeyWorkerCalls)[]

/**
 * Creates the calls of a key worker. The port is requested with the first call, or earlier by `start`, so that the worker and the rest
 * of the frame load in parallel.
 */
export function connectKeyWorker({ load }: { load: () => Promise<CallPort> }): {
  keys: KeyWorkerCalls
  /** Loads it now. */
  start: () => void
} {
  let connection: Promise<KeyWorkerCalls> | undefined
  const connect = () => {
    connection ??= load().then(
      (port) => callPort<KeyWorkerCalls>({ port, names }).calls,
      (cause: unknown) => {
        // The next call tries again.
        connection = undefined
        throw cause
      },
    )
    return connection
  }
  const entries = names.map((name) => [
    name,
    async (options: never) => {
      const calls = await connect()
      return (calls[name] as (options: never) => Promise<unknown>)(options)
    },
  ])
  return {
    keys: Object.fromEntries(entries) as KeyWorkerCalls,
    start: () => void connect().catch(() => {}),
  }
}
