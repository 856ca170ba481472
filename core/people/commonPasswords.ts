// Detects the most common passwords of eight characters and more (shorter ones are refused anyway). The list is small,
// because the sign-up form loads it; the rate limit does the rest.

/** Ignores letter case and digits at the end. */
export function isCommonPassword(password: string): boolean {
  const plain = password.normalize('NFKC').toLowerCase()
  if (/^(.)\1*$/u.test(plain) || isRun(plain)) return true
  const stem = plain.replace(/[\d!.?]{1,4}$/, '')
  return isListed(plain) || (stem.length >= 6 && isListed(stem))
}

function isListed(word: string): boolean {
  return !word.includes(' ') && ` ${words} `.includes(` ${word} `)
}

/** 12345678, 87654321, abcdefgh: each character next to the previous one, in one direction. */
function isRun(password: string): boolean {
  const codes = Array.from(password, (character) => character.codePointAt(0)!)
  const steps = codes.slice(1).map((code, i) => code - codes[i]!)
  return [1, -1].some((step) => steps.every((value) => value === step))
}

// Compiled from the lists of leaked passwords published year after year (SplashData, NCSC top 100k, NordPass).
const words =
  '0123456789 1234567890 0987654321 9876543210 1234512345 1234123412 12341234 123123123 12121212 11223344 ' +
  '1122334455 112233445566 00112233 123454321 12344321 987654321 123321123 147258369 159753456 741852963 ' +
  '789456123 963852741 14725836 15975300 19841984 19871987 19851985 20002000 20202020 23232323 69696969 ' +
  '10203040 102030405060 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 zaq12wsx zaq1zaq1 ' +
  'q1w2e3r4 q1w2e3r4t5 qazwsxedc qazwsxedcrfv qwertyuiop qwerty123456 qwertyui qwerty qwertz qwertzuiop azerty ' +
  'azertyuiop asdfghjkl asdfasdf asdfghjk asdfqwer zxcvbnm zxcvbnm1 zxcvasdf 1234qwer qwer1234 abcd1234 a1b2c3d4 ' +
  'a1s2d3f4 aa123456 abc12345 abc123456 abcdefg1 123456ab 123456qwerty 12345qwert 123qweasd 123qweasdzxc ' +
  'password passwort passw0rd p@ssw0rd p@ssword pa$$word pa55word password! motdepasse contraseña contrasena ' +
  'wachtwoord senha123 letmein letmeinnow changeme changeit welcome welcome! willkommen bienvenue iloveyou ' +
  'iloveyou2 iloveu123 iloveme1 ilovegod ihateyou admin123 administrator administrateur admin1234 adminadmin ' +
  'rootroot root1234 testtest test1234 testing1 tester123 guest123 user1234 username default1 computer internet ' +
  'samsung1 iphone12 googlegoogle facebook twitter1 instagram whatsapp linkedin myspace1 hotmail1 yahoo123 ' +
  'sunshine princess football baseball basketball superman batman spiderman starwars pokemon dragon master ' +
  'monkey shadow michael jennifer jessica ashley nicole daniel charlie andrew thomas jordan23 michelle ' +
  'elizabeth samantha victoria alexander alexandra benjamin christian christopher jonathan nicholas patrick ' +
  'stephanie veronica gabriel1 isabella valentina liverpool liverpool1 chelsea1 arsenal1 manchester barcelona ' +
  'realmadrid juventus england1 brasil123 mustang1 corvette ferrari1 mercedes porsche1 trustno1 whatever blahblah ' +
  'butterfly chocolate cheesecake cookie123 strawberry sweetheart sweetie1 babygirl babygirl1 lovelove lovely123 ' +
  'forever1 friends friendship freedom1 blessed1 jesuschrist jesus123 angel123 angels123 heaven123 estrella ' +
  'tequiero teamomucho mariposa bonjour1 soleil123 doudou123 marseille nicole12 maverick midnight moonlight ' +
  'rainbow1 diamond1 snowball fireball thunder1 lightning hurricane scorpion elephant dolphin1 penguin1 tigger12 ' +
  'garfield mickey12 minnie12 snoopy12 scooby12 pumpkin1 precious november december september february ' +
  'summer123 winter123 spring123 autumn123 sunday123 monday123 friday123 saturday hello123 hellohello helloworld ' +
  'goodbye1 goodluck happy123 success1 awesome1 fuckyou1 fuckyou2 fuckoff1 asshole1 bullshit killer123 gangster ' +
  'playboy1 hardcore metallica nirvana1 slipknot linkinpark greenday blink182 eminem123 soccer123 hockey123 ' +
  'tennis123 running1 swimming fishing1 mountain flower12 september1 danger123 matrix123 phoenix1 warcraft ' +
  'minecraft fortnite roblox123 counterstrike playstation nintendo zeldazelda america1 newyork1 lasvegas london123 ' +
  'hongkong singapore shanghai1 woaini520 woaini1314 5201314520 a123456789 q123456789 z123456789 aaa111222 ' +
  'asd123456 qwe123456 zxc123456 1password 123password password123456 passwordpassword secret123 topsecret ' +
  'mypassword nopassword yourpassword opensesame iamgroot access14 jupiter1 snickers brooklyn'
