import type { LatchkeyError } from '@latchkey/protocol'
import { useModalScope } from '../../context/ModalScope.tsx'
import { Note } from '../../ui/Note.tsx'
import { useOwnNames } from './useOwnNames.ts'

export type RegistrationFailureProps = { address: string; error: LatchkeyError }

/** Explains why a name was not registered. If the account already has a name, shows it. */
export function RegistrationFailure({ address, error }: RegistrationFailureProps) {
  const { sentence } = useModalScope()
  if (error.code === 'name_limit') return <Limit address={address} error={error} />
  return (
    <Note tone={error.code === 'user_rejected' ? 'info' : 'loss'} alert>
      {sentence(error)}
    </Note>
  )
}

function Limit({ address, error }: RegistrationFailureProps) {
  const { t, sentence } = useModalScope()
  const name = useOwnNames({ address }).names?.[0]?.name
  return (
    <Note tone="warn" alert>
      {name === undefined ? sentence(error) : t('names.limit', { name })}
    </Note>
  )
}
