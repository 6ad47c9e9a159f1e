import type { MailCatalog } from './MailCatalog.ts'

export const ko: MailCatalog = {
  direction: 'ltr',
  labels: { app: '앱', site: '사이트', device: '기기', time: '시간' },
  texts: {
    loginCode: {
      subject: '{app} 로그인 코드',
      body: '{app}에 로그인하려면 이 코드를 입력하세요.',
    },
    deviceLink: {
      subject: '{app} 기기 승인',
      body: '어떤 기기가 회원님의 주소로 {app}에 로그인하려고 합니다. 링크를 열고 기기에 표시된 두 자리 숫자를 입력하세요.',
      action: '기기 확인',
    },
    stepUpCode: {
      subject: '{app} 확인 코드',
      body: '{app}에서 본인임을 확인하려면 이 코드를 입력하세요.',
    },
    emailChangeOldCode: {
      subject: '{app} 주소 변경 코드',
      body: '이 주소 대신 {newEmail}(으)로 계정에 로그인하도록 하려면 이 코드를 입력하세요.',
    },
    emailChangeNewCode: {
      subject: '{app}의 새 주소 확인',
      body: '앞으로 이 주소로 {app}에 로그인하려면 이 코드를 입력하세요.',
    },
    emailChanged: {
      subject: '{app}의 주소가 변경되었습니다',
      body: '이제 {newEmail}(으)로 {app}에 로그인합니다. {hours}시간 동안 여기에서 변경을 취소할 수 있으며, 취소하면 모든 기기에서 로그아웃됩니다.',
      action: '변경 취소',
    },
    passwordTried: {
      subject: '{app} 지갑에 비밀번호가 시도되었습니다',
      body: '지갑이 없는 기기에서 비밀번호로 지갑을 열려고 했습니다. 24시간 동안 {limit}회 중 {count}번째 시도입니다.',
    },
    walletRecovered: {
      subject: '{app} 지갑이 새 기기에서 열렸습니다',
      body: '회원님 계정의 지갑이 이전에 사용하지 않던 기기에서 열렸습니다.',
    },
    walletExported: {
      subject: '{app} 지갑을 내보냈습니다',
      body: '내보낸 항목: {kind}. 이것을 가진 사람은 지갑의 모든 자산을 사용할 수 있습니다.',
    },
    walletExportedOffline: {
      subject: '서버가 응답하지 않는 동안 {app} 지갑을 내보냈습니다',
      body: '아래 기기에서 내보낸 항목: {kind}. 당시 기기가 서버에 연결할 수 없어 지금 알립니다. 이것을 가진 사람은 지갑의 모든 자산을 사용할 수 있습니다.',
    },
    recoveryAdded: {
      subject: '{app} 지갑에 복구 방법이 추가되었습니다',
      body: '추가됨: {kind}. 새 기기에서 지갑을 열 수 있습니다.',
    },
    recoveryRemoved: {
      subject: '{app} 지갑의 복구 방법이 삭제되었습니다',
      body: '삭제됨: {kind}. 더 이상 지갑을 열 수 없습니다.',
    },
    newDevice: {
      subject: '새 기기가 {app}에 로그인했습니다',
      body: '계정이 모르던 기기가 로그인했습니다. 본인이라면 할 일이 없습니다. 아니라면 지금 이 로그인을 끝내세요.',
      action: '이 로그인 끝내기',
    },
    deviceRevoked: {
      subject: '기기가 {app}에서 로그아웃되었습니다',
      body: '아래 기기가 로그아웃되어 더 이상 지갑을 열 수 없습니다.',
    },
    walletRotated: {
      subject: '{app} 지갑에 새 키가 생겼습니다',
      body: '지갑에 새 키가 적용되었습니다. 다른 기기는 다시 추가해야 하며, 주소와 잔액은 그대로입니다. {days}일 동안 여기에서 변경을 취소할 수 있으며, 취소하면 모든 기기에서 로그아웃됩니다.',
      action: '변경 취소',
    },
    walletRestored: {
      subject: '{app} 지갑의 키 변경이 취소되었습니다',
      body: '지갑이 키를 바꾸기 전처럼 다시 열립니다. 모든 기기에서 로그아웃되었으니 사용하는 기기에서 다시 로그인하세요.',
    },
    newWalletCode: {
      subject: '{app}의 새 지갑을 위한 코드',
      body: '한 기기가 회원님의 로그인에 새로운 빈 지갑을 요청합니다. 이것으로 지갑 {address}이(가) 열리지는 않습니다. 지갑은 그대로 남으며 그 지갑이 있는 기기에서만 열립니다. 계속하려면 아래 기기에 이 코드를 입력하세요.',
    },
    loginMoved: {
      subject: '{app} 로그인에 새 지갑이 생겼습니다',
      body: '이제부터 회원님의 로그인으로 로그인하는 새 기기는 새로운 빈 지갑을 받습니다. 지갑 {address}은(는) 그대로이며, 그 지갑이 있는 모든 기기에서 열립니다. {days}일 동안 여기서 되돌릴 수 있습니다.',
      action: '되돌리기',
    },
    loginReturned: {
      subject: '{app} 로그인이 다시 이전 지갑으로 연결됩니다',
      body: '회원님의 로그인으로 로그인하는 새 기기는 다시 이전 지갑을 받습니다. 변경된 지갑은 없으며 각 지갑은 그 지갑이 있는 기기에서 열립니다. {days}일 동안 여기서 취소할 수 있습니다.',
      action: '취소하기',
    },
    identityAdded: {
      subject: '{app}에 로그인 방법이 추가되었습니다',
      body: '추가됨: {kind}. 이제 이 방법으로도 계정에 로그인할 수 있습니다. 직접 추가하지 않았다면 지갑의 ‘로그인 방법’에서 삭제하세요.',
    },
    identityRemoved: {
      subject: '{app}의 로그인 방법이 삭제되었습니다',
      body: '삭제됨: {kind}. 더 이상 이 방법으로 계정에 로그인할 수 없으며, 이 방법으로 로그인한 기기는 로그아웃되었습니다.',
    },
  },
  codeLife: '코드는 {minutes}분 동안 한 번만 사용할 수 있습니다.',
  linkLife: '링크는 {minutes}분 동안 한 번만 사용할 수 있습니다.',
  linkDays: '링크는 {days}일 동안 한 번만 사용할 수 있습니다.',
  notYouCode:
    '본인이 아니라면 이 메일을 무시하고 코드를 누구에게도 알려주지 마세요. {app}에서는 절대 코드를 묻지 않습니다.',
  notYouLink: '본인이 아니라면 링크를 열지 마세요. 회원님의 승인 없이는 기기가 로그인할 수 없습니다.',
  notYouNotice: '본인이 아니라면 즉시 메일함을 안전하게 보호한 다음 {app}에 로그인하여 모르는 기기를 제거하세요.',
  footer: '이 메일은 {app}에서 이루어진 작업으로 인해 자동 발송되었습니다. 회신은 확인하지 않습니다.',
  kinds: {
    passkey: '패스키',
    backupCode: '백업 코드',
    password: '비밀번호',
    mnemonic: '복구 구문',
    privateKey: '개인 키',
    keystore: '암호화된 키 파일',
    email: '이메일 주소',
  },
}
