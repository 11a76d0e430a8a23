import { Link } from 'react-router';
import { track } from '../tracking.ts';

const questions = [
  {
    id: 'beginner',
    asks: 'I have never sat at a wheel. Is that all right?',
    answer: 'Most of us had not. The first evenings are spent with somebody who has.',
  },
  {
    id: 'clay',
    asks: 'Do I bring my own clay?',
    answer: 'There is a bag in every plan. More is at the checkout, or in the cupboard by the door.',
  },
  {
    id: 'leave',
    asks: 'Can I stop?',
    answer: 'At the end of any month, or of the year when you paid for one.',
  },
];

export function Home() {
  return (
    <>
      <title>Lowfield Studio</title>
      <section className="narrow">
        <h1>A wheel, a shelf and time</h1>
        <p className="lead">A pottery that you share with twenty others, open from early until late.</p>
        <p>
          <Link className="button" to="/plans">
            See the plans
          </Link>
        </p>
      </section>
      <section className="narrow">
        <h2>What people ask</h2>
        {questions.map(({ id, asks, answer }) => (
          <details
            key={id}
            onToggle={({ currentTarget }) => currentTarget.open && track('question_opened', { question: id })}
          >
            <summary>{asks}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </section>
    </>
  );
}
