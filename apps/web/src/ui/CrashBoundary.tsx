import { Component, type ReactNode } from 'react'
import { Crashed } from './Crashed.tsx'

/**
 * Limits an error to one part of the page: the header, the wallet and the other parts stay.
 *
 * @example <CrashBoundary><HoldersPanel token={token} /></CrashBoundary>
 */
export class CrashBoundary extends Component<
  {
    children: ReactNode
    /** Shows nothing for a failed part that is not useful to see. It is still fetched again. */
    silent?: boolean
  },
  { error: unknown }
> {
  override state: { error: unknown } = { error: undefined }

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error }
  }

  override render() {
    const { children, silent } = this.props
    const { error } = this.state
    if (error === undefined) return children
    return <Crashed part error={error} silent={silent} reset={() => this.setState({ error: undefined })} />
  }
}
