import type { ChannelClient, ChannelEnd } from './ChannelClient.ts'
import type { ChannelRelay } from './createChannelRelay.ts'

/** Creates the client of this server's own relay. It calls the relay directly, and the bus notifies it of answers. */
export function createOwnChannelClient({ relay }: { relay: ChannelRelay }): ChannelClient {
  const look = async (channelToken: string): Promise<ChannelEnd | undefined> => {
    const found = await relay.read(channelToken)
    if (!found) return { type: 'gone' }
    if (found.state === 'declined') return { type: 'declined' }
    return found.state === 'completed' ? { type: 'answered', answer: found.answer } : undefined
  }

  return {
    open: (request) => relay.open({ request, metadata: { ip: '', userAgent: '' }, isOwn: true }),
    waitForAnswer: async ({ channelToken, signal }) => {
      let wake = () => {}
      let isNew = true
      const onNews = () => {
        isNew = true
        wake()
      }
      // Subscribe before the first read, so that no answer is missed in between.
      const unfollow = relay.follow(channelToken, onNews)
      signal.addEventListener('abort', onNews)
      try {
        while (isNew && !signal.aborted) {
          isNew = false
          const end = await look(channelToken)
          if (end) return end
          if (!isNew && !signal.aborted) {
            await new Promise<void>((resolve) => {
              wake = resolve
            })
          }
        }
        return undefined
      } finally {
        unfollow()
        signal.removeEventListener('abort', onNews)
      }
    },
  }
}
