import type { IncomingMessage, ServerResponse } from 'node:http'
import { readForm } from '../page/readForm.ts'
import type { Page } from '../page/renderPage.ts'
import { sendPage } from '../page/sendPage.ts'
import { farcasterPeople } from '../world/farcasterPeople.ts'
import { answerChannel, declineChannel } from './answerChannel.ts'
import { createChannelClient } from './createChannelClient.ts'
import { readChannelLink } from './readChannelLink.ts'
import { renderEndPage, renderLinkPage, renderRequestPage } from './renderFarcasterPages.ts'

/**
 * Serves the sandbox's Farcaster app, which replaces the app on a phone. A link opens it. It shows the site that asks, and signs
 * as one of the people of Local One. Their keys stay on the server.
 *
 * @returns request handler; mount it at the address of the links
 * @example
 * const app = serveFarcasterApp()
 * if (path === '/farcaster') await app(request, response)
 */
export function serveFarcasterApp(): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const people = farcasterPeople()

  const answer = async (request: IncomingMessage): Promise<Page | { location: string }> => {
    const link = new URL(request.url ?? '/', 'http://localhost')
    const isPost = request.method === 'POST'
    const form = isPost ? await readForm(request) : new URLSearchParams()
    const pasted = form.get('link')
    if (pasted !== null) {
      const known = readChannelLink(pasted)
      return known ? { location: toLocation(known) } : renderLinkPage({ isWrong: true })
    }
    const channel = readChannelLink(link.href)
    if (!channel) return renderLinkPage({ isWrong: link.searchParams.has('channelToken') })
    if (form.get('decline')) return renderEndPage((await declineChannel(channel)) ? 'declined' : 'gone')
    const person = people.find(({ fid }) => form.get('fid') === String(fid))
    if (person) return renderEndPage((await answerChannel({ ...channel, person })) ? 'signed' : 'gone')
    const asked = await createChannelClient(channel).readRequest()
    return asked ? renderRequestPage({ domain: asked.domain, people }) : renderEndPage('gone')
  }

  return async (request, response) => {
    const page = await answer(request).catch(() => renderEndPage('unreachable'))
    if ('location' in page) response.writeHead(303, { location: page.location, 'referrer-policy': 'no-referrer' }).end()
    else sendPage(response, page)
  }
}

/** Relative, because the app can be mounted at any path. */
function toLocation({ relayUrl, channelToken }: { relayUrl: string; channelToken: string }): string {
  return `?${new URLSearchParams({ relay: relayUrl, channelToken })}`
}
