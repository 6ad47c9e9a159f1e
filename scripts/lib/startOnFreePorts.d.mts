import type { choosePorts } from './choosePorts.mjs'

type Chosen = Awaited<ReturnType<typeof choosePorts>>

export function startOnFreePorts<T>(options: {
  start: (chosen: Chosen) => Promise<T>
  stop: () => Promise<void>
  choose?: typeof choosePorts
}): Promise<T & Pick<Chosen, 'ports' | 'wanted'>>
