import { createIndexedDbStorage } from '../../storage/createIndexedDbStorage.ts'
import { createTabSharing } from '../createTabSharing.ts'
import { createLabelledClient } from './createLabelledClient.ts'

// A tab in a worker: it can be frozen and ended, as the system does with pages.
type Command =
  | { type: 'join'; name: string; database?: string }
  | { type: 'call'; id: string; method: string }
  /** Blocks the thread for so long (milliseconds); the first action after it is a write to storage. */
  | { type: 'freeze'; duration: number }

const client = createLabelledClient('worker')
let storage: ReturnType<typeof createIndexedDbStorage> | undefined
let joined: ReturnType<ReturnType<typeof createTabSharing>['join']> | undefined

addEventListener('message', ({ data: command }: MessageEvent<Command>) => {
  if (command.type === 'join') {
    storage = command.database === undefined ? undefined : createIndexedDbStorage({ name: command.database })
    joined = createTabSharing({ name: command.name }).join({
      own: async (signal) => {
        signal.addEventListener('abort', () => postMessage({ type: 'lost' }))
        await storage?.load()
        postMessage({ type: 'owns' })
        return client.own(signal)
      },
    })
  } else if (command.type === 'call') {
    void joined
      ?.call({ id: command.id, method: command.method, params: undefined })
      .then((result) => postMessage({ type: 'result', result }))
  } else {
    postMessage({ type: 'frozen' })
    const end = performance.now() + command.duration
    while (performance.now() < end);
    storage?.write(new Map([['state', 'of the worker']])).then(
      () => postMessage({ type: 'wrote' }),
      ({ code }) => postMessage({ type: 'refused', result: code }),
    )
  }
})
