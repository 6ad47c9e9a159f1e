import type { MailCatalog } from './MailCatalog.ts'

export const ptBR: MailCatalog = {
  direction: 'ltr',
  labels: { app: 'Aplicativo', site: 'Site', device: 'Dispositivo', time: 'Horário' },
  texts: {
    loginCode: {
      subject: 'Seu código para entrar no {app}',
      body: 'Digite este código para entrar no {app}.',
    },
    deviceLink: {
      subject: 'Aprove um dispositivo para o {app}',
      body: 'Um dispositivo quer entrar no {app} com o seu endereço. Abra o link e digite os dois dígitos que o dispositivo mostra.',
      action: 'Verificar o dispositivo',
    },
    stepUpCode: {
      subject: 'Seu código de confirmação para o {app}',
      body: 'Digite este código para confirmar no {app} que é você.',
    },
    emailChangeOldCode: {
      subject: 'Seu código para trocar de endereço no {app}',
      body: 'Digite este código para que {newEmail} substitua este endereço no acesso à sua conta.',
    },
    emailChangeNewCode: {
      subject: 'Confirme seu novo endereço para o {app}',
      body: 'Digite este código para entrar no {app} com este endereço a partir de agora.',
    },
    emailChanged: {
      subject: 'Seu endereço no {app} foi alterado',
      body: 'A partir de agora você entra no {app} com {newEmail}. Durante {hours} horas você pode desfazer a alteração aqui; todos os dispositivos serão desconectados.',
      action: 'Desfazer a alteração',
    },
    passwordTried: {
      subject: 'Uma senha foi testada para a sua carteira do {app}',
      body: 'Um dispositivo que não tem a sua carteira tentou abri-la com uma senha. Foi a tentativa {count} de {limit} em 24 horas.',
    },
    walletRecovered: {
      subject: 'Sua carteira do {app} foi aberta em um novo dispositivo',
      body: 'A carteira da sua conta foi aberta em um dispositivo que não a tinha antes.',
    },
    walletExported: {
      subject: 'Sua carteira do {app} foi exportada',
      body: 'Exportado: {kind}. Quem tiver isso pode gastar tudo o que há na carteira.',
    },
    walletExportedOffline: {
      subject: 'Sua carteira do {app} foi exportada enquanto o servidor não respondia',
      body: 'Exportado no dispositivo abaixo: {kind}. O dispositivo não alcançava o servidor e informa agora. Quem tiver isso pode gastar tudo o que há na carteira.',
    },
    recoveryAdded: {
      subject: 'Sua carteira do {app} tem uma nova forma de recuperação',
      body: 'Adicionado: {kind}. Permite abrir sua carteira em um novo dispositivo.',
    },
    recoveryRemoved: {
      subject: 'Uma forma de recuperar sua carteira do {app} foi removida',
      body: 'Removido: {kind}. Não permite mais abrir sua carteira.',
    },
    newDevice: {
      subject: 'Um dispositivo novo entrou no {app}',
      body: 'Um dispositivo que sua conta não conhecia entrou. Se foi você, não é preciso fazer nada. Se não foi, encerre esta sessão agora.',
      action: 'Encerrar esta sessão',
    },
    deviceRevoked: {
      subject: 'Um dispositivo foi desconectado do {app}',
      body: 'O dispositivo abaixo foi desconectado e não pode mais abrir sua carteira.',
    },
    walletRotated: {
      subject: 'Sua carteira do {app} tem uma nova chave',
      body: 'Sua carteira tem uma nova chave. Os outros dispositivos precisam ser adicionados de novo; o endereço e o saldo continuam os mesmos. Durante {days} dias você pode desfazer a alteração aqui; todos os dispositivos serão desconectados.',
      action: 'Desfazer a alteração',
    },
    walletRestored: {
      subject: 'Uma troca de chave da sua carteira do {app} foi desfeita',
      body: 'Sua carteira volta a abrir como antes da troca da chave. Todos os dispositivos foram desconectados; entre de novo nos seus.',
    },
    newWalletCode: {
      subject: 'Seu código para uma nova carteira do {app}',
      body: 'Um dispositivo pede uma carteira nova e vazia para o seu login. Isso não abre a sua carteira {address}: ela fica como está e só abre em um dispositivo que a tenha. Digite este código no dispositivo abaixo para continuar.',
    },
    loginMoved: {
      subject: 'Seu login no {app} tem uma nova carteira',
      body: 'Novos dispositivos que entrarem com o seu login recebem a partir de agora uma carteira nova e vazia. Sua carteira {address} não mudou: ela abre em todos os dispositivos que a têm. Por {days} dias você pode voltar atrás aqui.',
      action: 'Voltar atrás',
    },
    loginReturned: {
      subject: 'Seu login no {app} leva de novo à carteira anterior',
      body: 'Novos dispositivos que entrarem com o seu login recebem de novo a carteira anterior. Nenhuma carteira foi alterada, e cada uma abre nos dispositivos que a têm. Por {days} dias você pode desfazer isso aqui.',
      action: 'Desfazer',
    },
    identityAdded: {
      subject: 'Uma forma de entrar no {app} foi adicionada',
      body: 'Adicionado: {kind}. A partir de agora você também pode entrar na sua conta dessa forma. Se você não reconhece isso, remova-o na sua carteira, em “Formas de entrar”.',
    },
    identityRemoved: {
      subject: 'Uma forma de entrar no {app} foi removida',
      body: 'Removido: {kind}. Não dá mais acesso à sua conta, e os dispositivos que entraram dessa forma foram desconectados.',
    },
  },
  codeLife: 'O código funciona uma única vez, por {minutes} minutos.',
  linkLife: 'O link funciona uma única vez, por {minutes} minutos.',
  linkDays: 'O link funciona uma única vez, por {days} dias.',
  notYouCode:
    'Se não foi você, ignore este e-mail e não passe o código a ninguém. Ninguém do {app} jamais vai pedi-lo.',
  notYouLink: 'Se não foi você, não abra o link. Sem você, o dispositivo fica de fora.',
  notYouNotice:
    'Se não foi você, proteja sua caixa de e-mail imediatamente; depois entre no {app} e remova os dispositivos que não conhece.',
  footer: 'Este e-mail foi enviado automaticamente por causa de uma ação no {app}. As respostas não são lidas.',
  kinds: {
    passkey: 'chave de acesso',
    backupCode: 'código de reserva',
    password: 'senha',
    mnemonic: 'frase de recuperação',
    privateKey: 'chave privada',
    keystore: 'arquivo de chave criptografado',
    email: 'endereço de e-mail',
  },
}
