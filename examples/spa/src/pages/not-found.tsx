import { Link } from 'react-router';

export function NotFound() {
  return (
    <>
      <title>Not found · Lowfield Studio</title>
      <section className="narrow">
        <h1>There is nothing here</h1>
        <p>
          <Link to="/">Back to the studio</Link>
        </p>
      </section>
    </>
  );
}
