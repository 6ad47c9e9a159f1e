import type { ComponentChildren } from 'preact'
import { Button } from '../ui/Button.tsx'
import type { IconName } from '../ui/Icon.tsx'
import type { Call } from './useCall.ts'

/** What {@link CallForm} takes. */
export type CallFormProps = {
  /** What the form does; it is busy meanwhile. */
  call: Call<[]>
  /** Whether enough was typed. */
  ready: boolean
  /** On the button. */
  label: string
  /** On the button while it is done. */
  busyLabel?: string
  icon?: IconName
  /** Fields, and what is said above them. */
  children: ComponentChildren
  /** Below the button. */
  below?: ComponentChildren
}

/** Fields and the one button that does something with them; so does Enter. */
export function CallForm({ call, ready, label, busyLabel = label, icon, children, below }: CallFormProps) {
  const submit = () => {
    if (ready) call.run()
  }
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {children}
      <Button {...(icon === undefined ? {} : { icon })} busy={call.busy} disabled={!ready} onClick={submit}>
        {call.busy ? busyLabel : label}
      </Button>
      {below}
    </form>
  )
}
