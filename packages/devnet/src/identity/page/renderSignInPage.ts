import { escapeHtml } from '../../page/escapeHtml.ts'
import { type Page, renderPage } from '../../page/renderPage.ts'
import { people } from '../people.ts'

/** Asks who signs in. The form comes back to this page's own address: `person` or `name`, or `cancel`. */
export function renderSignInPage({
  provider,
  clientName,
  choices = '',
}: {
  /** The name of the provider that this face is like. */
  provider: string
  clientName: string
  /** HTML of what else is asked. */
  choices?: string
}): Page {
  const buttons = people.map(({ id, name, email, emailState, note }) => {
    const about = [emailState === 'absent' ? '' : email, note ?? ''].filter((part) => part !== '').join(' · ')
    return `<button name="person" value="${id}">${escapeHtml(name)}<span>${escapeHtml(about)}</span></button>`
  })
  // The first button of a form is what the Enter key presses: here for the name that was typed.
  return renderPage({
    title: `Sandbox sign-in for ${provider}`,
    main: `<h1>Sandbox sign-in for ${provider}</h1>
<p>To continue to ${escapeHtml(clientName)}. These people are made up, and nothing leaves this machine.</p>
<form method="post">
<button name="person" value="" hidden>Continue</button>
${choices}
<div class="people">
${buttons.join('\n')}
</div>
<label for="name">Somebody else, by any name</label>
<div class="row"><input type="text" id="name" name="name" maxlength="60" autocomplete="off"><button name="person" value="">Continue</button></div>
<hr>
<button class="quiet" name="cancel" value="1">Cancel</button>
</form>`,
  })
}
