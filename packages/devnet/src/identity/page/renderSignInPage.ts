import { escapeHtml } from '../../page/escapeHtml.ts'
import { type Page, renderPage } from '../../page/renderPage.ts'
import { people } from '../people.ts'

/** Renders the choice of a person, or of any other name. The form posts `person`, `name` or `cancel` to this page's address. */
export function renderSignInPage({
  provider,
  clientName,
  choices = '',
  mustAsk = false,
}: {
  /** The name of the provider that this face is like. */
  provider: string
  clientName: string
  /** HTML of further questions. */
  choices?: string
  /** The site has the provider ask although it may know the visitor (`prompt`, `auth_type`). */
  mustAsk?: boolean
}): Page {
  const buttons = people.map(({ id, name, email, emailState, note }) => {
    const about = [emailState === 'absent' ? '' : email, note ?? ''].filter((part) => part !== '').join(' · ')
    return `<button name="person" value="${id}">${escapeHtml(name)}<span>${escapeHtml(about)}</span></button>`
  })
  // The Enter key presses the first button of a form. This one submits the typed name.
  return renderPage({
    title: `Sandbox sign-in for ${provider}`,
    main: `<h1>Sandbox sign-in for ${provider}</h1>
<p>This page replaces ${provider} on this machine. The people are made up, and nothing leaves the machine.</p>
${mustAsk ? `<p>${escapeHtml(clientName)} has ${provider} ask you, to make sure that it is you on this device.</p>` : ''}
<form method="post">
<button name="person" value="" hidden>Continue</button>
${choices}
<fieldset>
<legend>Who signs in to ${escapeHtml(clientName)}?</legend>
<div class="people">
${buttons.join('\n')}
<div class="row"><input type="text" name="name" maxlength="60" autocomplete="off" aria-label="Any other name" placeholder="Any other name"><button name="person" value="">Continue</button></div>
</div>
</fieldset>
<hr>
<button class="quiet" name="cancel" value="1">Cancel</button>
</form>`,
  })
}
