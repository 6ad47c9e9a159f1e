import { escapeHtml } from '../page/escapeHtml.ts'
import { type Page, renderPage } from '../page/renderPage.ts'
import type { FarcasterPerson } from '../world/farcasterPeople.ts'

const title = 'Farcaster app (sandbox)'
const tag = 'Farcaster app · sandbox'

/** Asks for the link, if the app was opened without one. */
export function renderLinkPage({ isWrong }: { isWrong: boolean }): Page {
  return renderPage({
    ...{ title, tag, status: isWrong ? 400 : 200 },
    main: `<h1>Open a request</h1>
<p>Paste the link from the site, or the link in its QR code.</p>
<form method="post">
<label for="link">Link</label>
<div class="row"><input type="text" id="link" name="link" autocomplete="off" required${isWrong ? ' aria-invalid="true" aria-describedby="wrong"' : ''}><button>Open</button></div>
${isWrong ? '<p id="wrong" role="alert">This is not a link to a request on this machine.</p>' : ''}
</form>`,
  })
}

/** Shows the site that asks, and the person who would sign. */
export function renderRequestPage({ domain, people }: { domain: string; people: readonly FarcasterPerson[] }): Page {
  const choices = people.map(
    ({ fid, userName, displayName, authAddress }, index) =>
      `<label><input type="radio" name="fid" value="${fid}"${index === 0 ? ' checked' : ''}><span>${escapeHtml(displayName)} <small>@${escapeHtml(userName)} · ${fid}${authAddress ? ' · signs with an auth address' : ''}</small></span></label>`,
  )
  return renderPage({
    ...{ title, tag },
    main: `<h1>${escapeHtml(domain)} asks you to sign in</h1>
<p>Sign only if you started this there. The people are made up, and their keys are public.</p>
<form method="post">
<fieldset><legend>Sign as</legend>
${choices.join('\n')}
</fieldset>
<button class="primary">Sign</button>
<button class="quiet" name="decline" value="1">Decline</button>
</form>`,
  })
}

/** Shows the result. */
export function renderEndPage(end: 'signed' | 'declined' | 'gone' | 'unreachable'): Page {
  const { status, heading, text } = ends[end]
  return renderPage({ title, tag, status, main: `<h1>${heading}</h1>\n<p role="status">${text}</p>` })
}

const ends = {
  signed: { status: 200, heading: 'Signed', text: 'Go back to the site. It continues automatically.' },
  declined: { status: 200, heading: 'Declined', text: 'The site knows that you did not sign.' },
  gone: { status: 410, heading: 'This request has ended', text: 'It expired or was already answered.' },
  unreachable: {
    status: 502,
    heading: 'The relay does not answer',
    text: 'Is the server of the site running? Load this page again.',
  },
} as const
