import { Icon } from './Icon.tsx'
import { Spinner } from './Spinner.tsx'

export type StepsProps = {
  names: readonly string[]
  /** Index of the current step. If it equals the number of names, all are done. */
  at: number
  /** The current step needs no action and takes long. */
  isPatient?: boolean
}

/** Progress in steps. */
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
