// The name of a person, with a mark on that of the signed-in one: 'alice (you)'.

export const PersonName = ({ name, isMe }: { name: string; isMe: boolean }) => (
  <>
    <bdi>{name}</bdi>
    {isMe && <span className="font-normal text-muted"> (you)</span>}
  </>
)
