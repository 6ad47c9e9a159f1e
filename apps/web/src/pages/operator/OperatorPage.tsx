import { ServiceError } from '@latchkey/protocol/errors'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { operatorInterval, operatorQuery, rolesQuery } from '../../api/ownQueries.ts'
import { toFailure } from '../../api/toFailure.ts'
import { useLanguage } from '../../language/LanguageContext.ts'
import { useOwner } from '../../signIn/SignedInContext.ts'
import { SignedInGate } from '../../signIn/SignedInGate.tsx'
import { useSite } from '../../site/SiteContext.ts'
import button from '../../ui/Button.module.css'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import styles from './OperatorPage.module.css'
import { Overview } from './Overview.tsx'

/** State of the server for the operator of the site. A visitor who is not an operator sees only a refusal. */
export function OperatorPage() {
  const { text } = useLanguage()
  return (
    <SignedInGate
      title={text.operator.title}
      icon="system"
      invite={{ title: text.operator.refused, text: text.operator.signInText }}
      signInText={text.operator.signInText}
      skeleton={<OperatorSkeleton />}
    >
      <Operator />
    </SignedInGate>
  )
}

function Operator() {
  const { text } = useLanguage()
  const api = useSite()
  const owner = useOwner()
  const roles = useQuery(rolesQuery({ api, owner }))
  const isOperator = roles.data?.value.isOperator
  const overview = useQuery({
    ...operatorQuery({ api, owner }),
    refetchInterval: operatorInterval,
    refetchOnMount: 'always',
    enabled: isOperator === true,
  })
  const { error, refetch } = isOperator === undefined ? roles : overview
  const { data } = overview
  const failure = error ? toFailure(error) : undefined
  // Also with older figures, because an operator can lose the role.
  if (isOperator === false || (error instanceof ServiceError && error.code === 'operator_required'))
    return (
      <EmptyState icon="system" heading="h1" title={text.operator.refused} text={text.operator.refusedText}>
        <Link to="/account" className={button.button} data-kind="quiet">
          {text.operator.back}
        </Link>
      </EmptyState>
    )
  if (data)
    return (
      <Overview
        overview={data.value}
        asOf={data.asOf}
        stale={data.stale}
        failure={failure}
        onRetry={() => void refetch()}
      />
    )
  if (failure)
    return (
      <div className={styles.page}>
        <h1>{text.operator.title}</h1>
        <FailedState title={text.operator.failed} failure={failure} onRetry={() => void refetch()} />
      </div>
    )
  return <OperatorSkeleton />
}

function OperatorSkeleton() {
  const { text } = useLanguage()
  return (
    <div className={styles.page} aria-busy="true">
      <h1>{text.operator.title}</h1>
      <div aria-hidden="true">
        <SkeletonRows count={5} picture={10} widths={[22, 12]} />
      </div>
    </div>
  )
}
