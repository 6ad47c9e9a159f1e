import { Icon } from './Icon.tsx'
import { Spinner } from './Spinner.tsx'

/** What {@link Steps} takes. */
export type StepsProps = {
  names: readonly string[]
  /** The one that is being waited for; as many as there are names: all are done. */
  at: number
  /** It comes without anybody's work, and later than anybody waits. */
  isPatient?: boolean
}

/** How far something has come that goes step by step. */
export function Steps({ names, at, isPatient = false }: StepsProps) {
  return (
    <ol className="steps">
      {names.map((name, index) => (
        <li
          key={name}
          className="step"
          data-state={index < at ? 'done' : index === at ? 'now' : 'later'}
          aria-current={index === at ? 'step' : undefined}
        >
          <span className="step-mark">
            {index < at ? <Icon name="check" /> : index !== at ? null : isPatient ? <Icon name="clock" /> : <Spinner />}
          </span>
          <span>{name}</span>
        </li>
      ))}
    </ol>
  )
}
