import { escapeHtml } from '../../page/escapeHtml.ts'
import { type Page, renderPage } from '../../page/renderPage.ts'
import { type Person, people } from '../people.ts'

/** Renders the choice of a person, or of any other name. The form posts `person`, `name` or `cancel` to this page's address. */
export function renderSignInPage({
  provider,
  clientName,
  choices = '',
  mustAsk = false,
  last,
}: {
  /** The name of the provider that this face is like. */
  provider: string
  clientName: string
  /** HTML of further questions. */
  choices?: string
  /** The site has the provider ask although it may know the visitor (`prompt`, `auth_type`). */
  mustAsk?: boolean
  /** Person of this browser's last answer; used only if the provider must ask. */
  last?: Person | undefined
}): Page {
  const chosen = mustAsk ? last : undefined
  const buttons = people.map((person) => {
    const { id, name, email, emailState, note = '' } = person
    const facts = [emailState === 'absent' ? '' : email, note, person === chosen ? 'your last choice' : '']
    const about = facts.filter((part) => part !== '').join(' · ')
    return `<button name="person" value="${id}">${escapeHtml(name)}<span>${escapeHtml(about)}</span></button>`
  })
  const typed = chosen && !people.includes(chosen) ? chosen.name : ''
  const reason = `${clientName} has ${provider} ask you${chosen ? ' again' : ''}, to make sure that it is you on this device.`
  // The Enter key presses the first button of a form. This one submits the typed name.
  return renderPage({
    title: `Sandbox sign-in for ${provider}`,
    main: `<h1>Sandbox sign-in for ${provider}</h1>
<p>This page replaces ${provider} on this machine. The people are made up, and nothing leaves the machine.</p>
${mustAsk ? `<p>${escapeHtml(chosen ? `You chose ${chosen.name} a moment ago. ${reason}` : reason)}</p>` : ''}
<form method="post">
<button name="person" value="" hidden>Continue</button>
${choices}
<fieldset>
<legend>Who signs in to ${escapeHtml(clientName)}?</legend>
<div class="people">
${buttons.join('\n')}
<div class="row"><input type="text" name="name" maxlength="60" value="${escapeHtml(typed)}" autocomplete="off" aria-label="Any other name" placeholder="Any other name"><button name="person" value="">Continue</button></div>
</div>
</fieldset>
<hr>
<button class="quiet" name="cancel" value="1">Cancel</button>
</form>`,
  })
}
