import { createTabSharing } from '../createTabSharing.ts'
import { createLabelledClient } from './createLabelledClient.ts'

// A tab of its own thread: it can be frozen, and ended, as the system does it with pages.
type Command =
  | { type: 'join'; name: string }
  | { type: 'call'; id: string; method: string }
  /** Nothing runs in here for so long (milliseconds). */
  | { type: 'freeze'; duration: number }

const client = createLabelledClient('worker')
let joined: ReturnType<ReturnType<typeof createTabSharing>['join']> | undefined

addEventListener('message', ({ data: command }: MessageEvent<Command>) => {
  if (command.type === 'join') {
    joined = createTabSharing({ name: command.name }).join({
      own: (signal) => {
        signal.addEventListener('abort', () => postMessage({ type: 'lost' }))
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
  }
})
